import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { DocumentDetail, SentDetail } from '#contract/documents/documents.ts';
import { currentUserQuery } from '../../api/account.ts';
import { useDeferredTexts } from '../../api/later-words.ts';
import { invalidateDocuments, readDocument, sendDocument } from '../../api/documents.ts';
import { openSigningOnDevice } from '../../api/manage.ts';
import { showLinksToDeliver } from '../../documents/delivered-links.tsx';
import { isSentAlready, reasonOf } from '../../api/transport/request.ts';
import { editorFrame } from '../../kit/frame.ts';
import { showToast } from '../../kit/toast-store.ts';
import { useTranslation } from '../../words.ts';
import { useEditor } from '../state/editor-state.ts';
import { discardedDrafts, discardedDraftsText } from './unassigned-fields.ts';
import { rememberLostRequest, checkLostRequest, type Asked, type Sent } from './lost-answer.ts';
import { findSamePerson } from './same-person.ts';
import { clearTyped } from './send-draft.ts';
import { isEmailed, recipientsToSave, sendRequest } from './send-request.ts';
import type { SendForm, SendRow } from './send-values.ts';

/** Saves the recipients, sends the document, shows the result and opens the dashboard. */
export function useSend(form: UseFormReturn<SendForm>) {
  const { t } = useTranslation();
  const { document, layout, recipients, sending } = useEditor();
  const sendNow = useSendNow(form);
  const goOn = useGoOn();
  const showAsSent = useShowAsSent();
  const say = useDeferredTexts('delivery');
  const [refused, setRefused] = useState<unknown>(null);
  const [isSent, setSent] = useState(false);
  const complain = (title: string, description: string) => showToast({ title, description, look: 'danger' });
  const sendOrFind = async (request: Asked): Promise<Sent> => {
    try {
      return { document: await sendNow(request), asAsked: true };
    } catch (error) {
      const sent = await checkLostRequest(document.id, request, readDocument);
      if (!sent) throw error;
      return sending(async () => sent);
    }
  };
  const send = async (values: SendForm) => {
    setRefused(null);
    if (values.recipients.length === 0) return complain(t('send.none'), t('send.noneText'));
    const wrong = values.recipients.findIndex((row) => !isReachable(row));
    if (wrong >= 0) {
      const { email } = values.recipients[wrong]!;
      const isNameMissing = email.trim() === '' && !isEmailed(values.recipients[wrong]!);
      const message = isNameMissing ? say?.('link.nameMissing') : t('recipient.emailInvalid');
      form.setError(`recipients.${wrong}.email`, { message: message ?? '' }, { shouldFocus: true });
      return complain(t('send.invalid'), t('send.invalidText'));
    }
    // The user first has to merge duplicate rows.
    const twice = values.recipients.findIndex(
      (_, index) => findSamePerson(values.recipients, index) !== null,
    );
    if (twice >= 0) {
      const { email, role } = values.recipients[twice]!;
      return complain(t('send.failed'), t('send.twice', { email: email.trim(), role: t(`role.${role}`) }));
    }
    const left = discardedDrafts(layout.fields, recipients, values.recipients);
    if (left.length > 0) return complain(t('send.failed'), discardedDraftsText(t, left));
    let sent: Sent;
    try {
      sent = await sendOrFind({ values, fields: layout.fields });
    } catch (error) {
      // In a frame, the frame itself reports that the document was already sent.
      if (editorFrame() && isSentAlready(error)) return clearTyped(document.id);
      setRefused(error);
      return complain(t('send.failed'), reasonOf(error));
    }
    clearTyped(document.id);
    if (!sent.asAsked) return showAsSent(sent.document);
    const isMailed = sent.document.recipients.some(({ sendEmail }) => sendEmail);
    showToast({ title: t('send.done'), ...(isMailed && { description: t('send.doneText') }) });
    const links = linksOf(sent.document);
    if (links.length === 0) return goOn(sent.document);
    setSent(true);
    showLinksToDeliver({ links, onClose: () => void goOn(sent.document) });
  };
  return { send, refused, isSent };
}

/**
 * Returns the links that the sender delivers. If the response to sending was lost, there are none here, and
 * the sender gets them on the document page.
 */
function linksOf({ recipients }: DocumentDetail | SentDetail) {
  return recipients.flatMap((one) =>
    'link' in one && one.link !== null
      ? [{ name: one.name || one.email, phone: one.phone, link: one.link }]
      : [],
  );
}

/** The server checks addresses in full. */
function isReachable(row: SendRow): boolean {
  if (row.email.trim() === '' && !isEmailed(row)) return row.name.trim() !== '';
  return row.email.trim().includes('@');
}

/** Saves pending changes and the recipients, then sends. */
function useSendNow(form: UseFormReturn<SendForm>) {
  const { t } = useTranslation();
  const { document, flush, putRecipients, saving, sending } = useEditor();
  return async (request: Asked): Promise<DocumentDetail> => {
    const { values } = request;
    if (!(await flush())) throw new Error(saving.kind === 'outdated' ? saving.reason : t('send.unsaved'));
    const wanted = recipientsToSave(values);
    const recipients = await putRecipients(wanted.recipients, wanted.signingOrder);
    recordSaved(form, values.recipients, recipients);
    const body = { id: document.id, ...sendRequest(values, recipients) };
    return sending(() => rememberLostRequest(document.id, request, () => sendDocument(body)));
  };
}

/** Continues after sending: a sender whose turn it is signs immediately, others see the dashboard. */
function useGoOn() {
  const navigate = useNavigate();
  const user = useQuery(currentUserQuery).data;
  return async ({ id, recipients }: DocumentDetail) => {
    const own = recipients.find(
      ({ awaited, email }) => awaited && email.toLowerCase() === user?.email.toLowerCase(),
    );
    // In a frame on another website, the sender is not signed in and cannot sign directly, so they get an
    // email like everyone else.
    if (own && !editorFrame()) {
      // If this fails, the document is already sent, and its page has a button for signing.
      const opened = await openSigningOnDevice({ id, recipientId: own.id, way: 'sign-myself' }).catch(
        () => null,
      );
      if (opened) return window.location.assign(opened.url);
    }
    await navigate('/dashboard');
    void invalidateDocuments();
  };
}

/** If the document was sent before the sender's corrections, shows it as it was sent. */
function useShowAsSent() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return async ({ id }: DocumentDetail) => {
    showToast({ title: t('send.outBefore'), description: t('send.outBeforeText'), look: 'danger' });
    await navigate(`/document/${id}`, { replace: true });
    void invalidateDocuments();
  };
}

/**
 * From now on the new recipients are saved, even if sending is refused. The server returns them in the order
 * of the request.
 */
function recordSaved(
  form: UseFormReturn<SendForm>,
  sentRows: readonly SendRow[],
  answered: readonly { id: string }[],
): void {
  for (const [index, { id }] of answered.entries()) {
    const at = form.getValues('recipients').findIndex(({ recipientId, email, role }) => {
      return recipientId === '' && email === sentRows[index]?.email && role === sentRows[index].role;
    });
    if (at >= 0) form.setValue(`recipients.${at}.recipientId`, id);
  }
}
