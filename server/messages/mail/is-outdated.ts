import type { Kysely } from 'kysely';
import { isMailCodeFresh } from '#core/ceremony/gate.ts';
import { isDocumentAwaited, isSamePerson } from '#core/document/manage.ts';
import { hasActed, mustAct } from '#core/recipient/recipient.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { StoredRecipient, WholeDocument } from '../../records/document.ts';
import { isLinkActive } from '../../records/link-store.ts';
import type { MailDeps } from './deps.ts';
import { hasMailFor, type MailKind, type MailRow } from './mail-store.ts';

/** Kinds of email that ask their recipient to act. */
export const asks: ReadonlySet<string> = new Set<MailKind>(['invitation', 'reminder', 'expiring', 'code']);

/** Kinds of email that notify a recipient of the document's end, or of a new expiry. */
const news: ReadonlySet<string> = new Set<MailKind>([
  ...(['completed', 'declined', 'voided', 'expired', 'extended'] as const),
]);

/**
 * Returns true if the content of a delayed email is outdated. An email may be queued for days until the
 * account's limits or the mail server allow sending it.
 */
export async function isOutdated(
  { db, clock }: Pick<MailDeps, 'db' | 'clock'>,
  row: MailRow,
  { document, recipients }: WholeDocument,
): Promise<boolean> {
  if (row.kind === 'expired' && document.status !== 'expired') return true;
  if (row.kind === 'extended' && document.status !== 'sent') return true;
  // The expiry was extended in the meantime, and the recipient will get a new warning.
  if (row.kind === 'expiring' && document.warnAt !== null) return true;
  if (row.recipient_id === null)
    return (asks.has(row.kind) || row.kind === 'link-due') && document.status !== 'sent';
  if (news.has(row.kind)) return !(await mayBeNotified(db, row, recipients));
  if (!asks.has(row.kind)) return false;
  const recipient = recipients.find(({ id }) => id === row.recipient_id);
  // Different spellings of an address are the same mailbox. An email to a previous address must never contain
  // the link of the part's current holder (S-10).
  if (!recipient || !isSamePerson(recipient, { email: row.to_address })) return true;
  // Opening the sealed copy or the record of an ending also requires a code, so codes are sent for ended
  // documents too.
  if (row.kind === 'code') return !isTheNewestCode(row, recipient, clock());
  if (document.status !== 'sent') return true;
  if (row.kind === 'invitation' && hasActedInAllParts(row, recipients)) return true;
  if (row.kind !== 'invitation' && !isDocumentAwaited(document.signingOrder, recipients, recipient))
    return true;
  return row.link_id !== null && !(await isLinkActive(db, row.link_id));
}

/**
 * Recipients who withdrew their consent in any part get no more electronic records, and the sender owes them
 * paper (L-07). Recipients whose first email is still waiting must not learn of the document when it ends
 * (S-15).
 */
async function mayBeNotified(
  db: Kysely<Schema>,
  row: MailRow,
  recipients: readonly StoredRecipient[],
): Promise<boolean> {
  const parts = recipients.filter((one) => isSamePerson(one, { email: row.to_address }));
  if (parts.some(({ consentWithdrawnAt }) => consentWithdrawnAt !== null)) return false;
  // Copy recipients, and recipients whose turn never came, get the sealed document in their first email.
  if (row.kind === 'completed') return true;
  return parts.some(({ status }) => !unseenStatuses.has(status)) || hasMailFor(db, row);
}

/**
 * Statuses of recipients who may never have seen the document. Even an invited recipient may not have
 * received an email yet.
 */
const unseenStatuses: ReadonlySet<string> = new Set<StoredRecipient['status']>(['waiting', 'invited']);

/**
 * For example, a visitor of a public form may sign before the invitation is due. Viewers do not have to act.
 */
function hasActedInAllParts(row: MailRow, recipients: readonly StoredRecipient[]): boolean {
  const parts = recipients.filter((one) => isSamePerson(one, { email: row.to_address }));
  return parts.every((one) => mustAct(one) && hasActed(one));
}

/** The email says how long its code is valid, and an older email would contain the newer code. */
function isTheNewestCode(row: MailRow, recipient: StoredRecipient, now: number): boolean {
  const { mailCodeNonce, mailCodeAt } = recipient;
  if (mailCodeNonce === null || !isMailCodeFresh(recipient, now)) return false;
  return mailCodeAt !== null && row.created_at.getTime() >= mailCodeAt.getTime();
}
