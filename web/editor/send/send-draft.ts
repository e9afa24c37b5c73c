import type { DocumentDetail, RecipientView } from '#contract/documents/documents.ts';
import { guessFormats } from '#core/formats/formats.ts';
import { expirationDays } from '#core/document/sending-terms.ts';
import { browserZone } from '../../parts/format.ts';
import { shownLanguage } from '../../words.ts';
import type { SendForm, SendRow } from './send-values.ts';
import { orderOfRows } from '../recipients/turns.ts';

/** The content of a closed dialog, with the editor's recipients at that time. */
export type KeptSend = SendForm & { inEditor?: SendRow[] };

/**
 * Unsent text of each document's send dialog, for the lifetime of this tab. Null after the document was sent.
 */
const typed = new Map<string, KeptSend | null>();

/** Returns the dialog's initial values: earlier text, combined with the current recipients. */
export function beginSending(
  document: DocumentDetail,
  recipients: readonly RecipientView[],
  kept = typed.get(document.id) ?? undefined,
): SendForm {
  const { inEditor = [], ...before } = kept ?? {};
  const known = new Map(recipients.map((recipient) => [recipient.id, rowOf(recipient)]));
  const rows = (kept?.recipients ?? [])
    .filter(({ recipientId }) => recipientId === '' || known.has(recipientId))
    .map((row) => asByNow(row, known.get(row.recipientId), inEditor));
  const present = new Set(rows.map(({ recipientId }) => recipientId));
  const missing = recipients.filter(({ id }) => !present.has(id)).map(rowOf);
  return {
    subject: document.subject,
    message: document.message,
    days: document.expirationDays ?? expirationDays.default,
    signingOrder: recipients.length < 2 ? document.signingOrder : orderOfRows(recipients),
    remind: document.reminders !== null,
    everyDays: document.reminders?.everyDays ?? 3,
    most: document.reminders?.most ?? 3,
    allowDelegation: document.allowDelegation,
    returnUrl: document.returnUrl ?? '',
    signatureKinds: document.signatureKinds,
    separateFiles: document.separateFiles,
    separateCertificate: document.separateCertificate,
    formats: document.formats ?? guessFormats(shownLanguage(), browserZone),
    ...before,
    ...(renumbered(inEditor, recipients) && { signingOrder: orderOfRows(recipients) }),
    recipients: [...rows, ...missing],
  };
}

/** Returns true if the editor has changed the order numbers since the dialog was closed. */
function renumbered(inEditor: readonly SendRow[], recipients: readonly RecipientView[]): boolean {
  const before = new Map(inEditor.map(({ recipientId, order }) => [recipientId, order]));
  return recipients.some(({ id, order }) => (before.get(id) ?? order) !== order);
}

/** For an existing row, values that the editor has changed since take precedence. */
function asByNow(row: SendRow, now: SendRow | undefined, inEditor: readonly SendRow[]): SendRow {
  const then = inEditor.find(({ recipientId }) => recipientId === row.recipientId);
  if (!now || !then || row.recipientId === '') return row;
  const changed = Object.entries(now).filter(([key, value]) => value !== then[key as keyof SendRow]);
  return { ...row, ...Object.fromEntries(changed) };
}

/** Keeps the content for the next time the dialog opens, unless it closes because the document was sent. */
export function saveSendForm(documentId: string, form: SendForm, recipients: readonly RecipientView[]): void {
  if (typed.get(documentId) === null) return;
  typed.set(documentId, structuredClone({ ...form, inEditor: recipients.map(rowOf) }));
}

/** Access codes are secrets and are never written to browser storage. */
export function withoutCodes(form: SendForm, recipients: readonly RecipientView[]): KeptSend {
  const rows = form.recipients.map((row) => ({ ...row, accessCode: '' }));
  return { ...form, recipients: rows, inEditor: recipients.map(rowOf) };
}

export function clearTyped(documentId: string): void {
  typed.set(documentId, null);
}

function rowOf({
  id,
  email,
  name,
  sendEmail,
  phone,
  role,
  order,
  language,
  mailCode,
  passkey,
  message,
  files,
  accessCodeRequired: codeNeeded,
}: RecipientView): SendRow {
  const person = { recipientId: id, email, name, sendEmail, phone };
  const row = { ...person, role, order, accessCode: '', mailCode, passkey, message, files };
  const code = { codeNeeded, withoutCode: false };
  return { ...row, ...code, language: language ?? shownLanguage() };
}
