import type { DocumentDetail, RecipientView } from '#contract/documents.ts';
import { expirationDays } from '#core/document/send.ts';
import { shownLanguage } from '../words.ts';
import type { SendForm, SendRow } from './send-values.ts';

/** The unsent text of a document's send dialog, for as long as this tab lives. */
const typed = new Map<string, SendForm>();

/** The dialog's first values: the text typed before, with the recipients as they are by now. */
export function beginSending(
  document: DocumentDetail,
  recipients: readonly RecipientView[],
  before = typed.get(document.id),
): SendForm {
  const known = new Map(recipients.map((recipient) => [recipient.id, recipient]));
  const kept = (before?.recipients ?? []).filter(
    ({ recipientId }) => recipientId === '' || known.has(recipientId),
  );
  const there = new Set(kept.map(({ recipientId }) => recipientId));
  const missing = recipients.filter(({ id }) => !there.has(id)).map(rowOf);
  return {
    ...(before ?? {
      subject: document.subject,
      message: document.message,
      days: expirationDays.default,
      signingOrder: document.signingOrder,
      remind: document.reminders !== null,
      everyDays: document.reminders?.everyDays ?? 3,
      most: document.reminders?.most ?? 3,
      allowDelegation: document.delegationAllowed,
    }),
    recipients: [...kept, ...missing],
  };
}

export function keepTyped(documentId: string, form: SendForm): void {
  typed.set(documentId, structuredClone(form));
}

/** Access codes are secrets, which no storage of the browser gets. */
export function withoutCodes(form: SendForm): SendForm {
  return { ...form, recipients: form.recipients.map((row) => ({ ...row, accessCode: '' })) };
}

export function forgetTyped(documentId: string): void {
  typed.delete(documentId);
}

function rowOf({
  id,
  email,
  name,
  role,
  order,
  language,
  mailCode,
  passkey,
  message,
}: RecipientView): SendRow {
  const row = { recipientId: id, email, name, role, order, accessCode: '', mailCode, passkey, message };
  return { ...row, language: language ?? shownLanguage() };
}
