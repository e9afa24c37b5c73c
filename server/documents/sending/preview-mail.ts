import type { MailPreview, MailPreviewBody } from '#contract/documents/documents.ts';
import { expirationDays as bounds } from '#core/document/sending-terms.ts';
import type { Refusal } from '#core/refusal.ts';
import { newId } from '../../foundation/db/new-id.ts';
import { accountSender } from '../../messages/mail/account-sender.ts';
import { writeMail } from '../../messages/mail/send-mail.ts';
import type { MailRow } from '../../messages/mail/mail-store.ts';
import type { Mail } from '../../ports/mailer.ts';
import { findDocument } from '../../records/document-store.ts';
import type { StoredRecipient } from '../../records/document.ts';
import type { Owner } from '../../records/owner.ts';
import { findSender } from '../../records/sender-store.ts';
import type { SendingDeps } from './deps.ts';
import { notFound } from '../draft/edit-draft.ts';

const day = 24 * 60 * 60 * 1000;

/**
 * Renders the invitation with the same function as sent emails. Nothing is stored and the links do not work,
 * because a preview must not give access to the document.
 */
export async function previewMail(
  services: SendingDeps,
  owner: Owner,
  id: string,
  { recipient, subject, message, expirationDays }: MailPreviewBody,
): Promise<MailPreview | Refusal> {
  const whole = await findDocument(services.db, owner.accountId, id);
  if (!whole) return notFound;
  const now = services.clock();
  const { sender, ...behalf } = await whoSends(services, owner, whole.document);
  const row = invitationRow(owner, id, recipient, now);
  // While the user is typing, the number of days may be invalid. The email is then shown as if the document
  // expired now.
  const { least, most } = bounds;
  const isSound = Number.isInteger(expirationDays) && expirationDays >= least && expirationDays <= most;
  const until = isSound ? now + expirationDays * day : now;
  const document = {
    ...whole.document,
    subject: subject.trim(),
    message: message.trim(),
    expiresAt: new Date(until),
  };
  const reader = readerOf(row, recipient);
  const mail = await writeMail(
    services,
    row,
    { ...whole, document, recipients: [reader] },
    { sender: { ...sender, ...behalf }, owner: sender, link: `${services.publicUrl}/sign/…` },
  );
  const own = sender.confirmedAt === null ? undefined : await accountSender(services, owner.accountId);
  return {
    from: `${mail.from.name} <${own?.address ?? mail.from.address}>`,
    to: mail.to.name || mail.to.address,
    subject: mail.subject,
    html: standalonePage(mail),
  };
}

/** Returns the sender: the current member, on behalf of the owner of the draft. */
async function whoSends(
  services: SendingDeps,
  owner: Owner,
  document: { accountId: string; createdBy: string },
) {
  const sender = await findSender(services.db, { accountId: owner.accountId, createdBy: owner.userId });
  if (document.createdBy === owner.userId) return { sender };
  const { name, email } = await findSender(services.db, document);
  return { sender, onBehalfOf: { name, email } };
}

function invitationRow(
  { accountId }: Owner,
  documentId: string,
  { email, name }: { email: string; name: string },
  now: number,
): MailRow {
  return {
    account_id: accountId,
    id: newId(now),
    document_id: documentId,
    recipient_id: newId(now),
    kind: 'invitation',
    to_name: name,
    to_address: email.trim(),
    link_id: null,
    event_seq: null,
    state: 'queued',
    attempts: 0,
    reply: null,
    refused: null,
    accepted_at: null,
    delay_recorded_at: null,
    created_at: new Date(now),
    due_at: new Date(now),
  };
}

/** Returns a recipient whose turn it is, with the properties that the email uses. */
function readerOf(
  row: MailRow,
  { role, message, language, hasCode }: MailPreviewBody['recipient'],
): StoredRecipient {
  return {
    id: row.recipient_id ?? '',
    email: row.to_address,
    name: row.to_name,
    role,
    turn: 1,
    position: 0,
    message: message.trim(),
    language: language ?? null,
    status: 'invited',
    delivery: 'queued',
    deliveryReply: null,
    openedAt: null,
    actedAt: null,
    declineReason: null,
    invitedAt: null,
    remindedAt: null,
    reminders: 0,
    remindAt: null,
    consentWithdrawnAt: null,
    accessCodeTries: 0,
    accessCodeHash: hasCode ? 'asked for' : null,
    mailCode: false,
    mailCodeNonce: null,
    passkey: 'none',
    mailCodeAt: null,
    mailCodeTries: 0,
    mailCodeWrong: 0,
  };
}

/** Turns the email into a standalone page, with embedded pictures and without links. */
function standalonePage({ html, pictures = [] }: Pick<Mail, 'html' | 'pictures'>): string {
  const closed = html.replaceAll(/\shref="[^"]*"/g, '');
  return pictures.reduce(
    (page, { id, mediaType, bytes }) =>
      page.replaceAll(`cid:${id}`, `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`),
    closed,
  );
}
