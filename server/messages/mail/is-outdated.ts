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

/** Kinds that notify a recipient of the ending, or of a new expiry. */
const news: ReadonlySet<string> = new Set<MailKind>([
  ...(['completed', 'declined', 'voided', 'expired', 'extended'] as const),
]);

/**
 * Returns true if the content of a delayed email no longer applies. An email can be queued for days, until
 * its turn comes or a mail server is available.
 */
export async function isOutdated(
  { db, clock }: Pick<MailDeps, 'db' | 'clock'>,
  row: MailRow,
  { document, recipients }: WholeDocument,
): Promise<boolean> {
  if (row.kind === 'expired' && document.status !== 'expired') return true;
  if (row.kind === 'extended' && document.status !== 'sent') return true;
  // The expiry was extended since, and a new warning is due before it.
  if (row.kind === 'expiring' && document.warnAt !== null) return true;
  if (row.recipient_id === null)
    return (asks.has(row.kind) || row.kind === 'link-due') && document.status !== 'sent';
  if (news.has(row.kind)) return !(await mayBeTold(db, row, recipients));
  if (!asks.has(row.kind)) return false;
  const recipient = recipients.find(({ id }) => id === row.recipient_id);
  // Different spellings of an address are the same mailbox. An email to a previous address must never contain
  // the link of the person who has the part now (S-10).
  if (!recipient || !isSamePerson(recipient, { email: row.to_address })) return true;
  // Sealed copies and the record of an ending require the codes as well, so codes are also requested then.
  if (row.kind === 'code') return !isTheNewestCode(row, recipient, clock());
  if (document.status !== 'sent') return true;
  if (row.kind === 'invitation' && hasActedInAllParts(row, recipients)) return true;
  if (row.kind !== 'invitation' && !isDocumentAwaited(document.signingOrder, recipients, recipient))
    return true;
  return row.link_id !== null && !(await isLinkActive(db, row.link_id));
}

/**
 * Recipients who withdrew their consent in any part get no more electronic records; the sender owes them
 * paper (L-07). A recipient whose first email still waits must not learn of the document by its end (S-15).
 */
async function mayBeTold(
  db: Kysely<Schema>,
  row: MailRow,
  recipients: readonly StoredRecipient[],
): Promise<boolean> {
  const parts = recipients.filter((one) => isSamePerson(one, { email: row.to_address }));
  if (parts.some(({ consentWithdrawnAt }) => consentWithdrawnAt !== null)) return false;
  // For copy recipients, and those whose turn never came, the sealed document is the first email.
  if (row.kind === 'completed') return true;
  return parts.some(({ status }) => !unheard.has(status)) || hasMailFor(db, row);
}

/**
 * States in which the recipient may never have seen the document. Even an invited recipient may not have
 * received an email yet.
 */
const unheard: ReadonlySet<string> = new Set<StoredRecipient['status']>(['waiting', 'invited']);

/** For example a visitor of a public form who signed before the email was due. Readers have nothing to do. */
function hasActedInAllParts(row: MailRow, recipients: readonly StoredRecipient[]): boolean {
  const parts = recipients.filter((one) => isSamePerson(one, { email: row.to_address }));
  return parts.every((one) => mustAct(one) && hasActed(one));
}

/** The email states how long its code is valid; an older email would contain the newer code. */
function isTheNewestCode(row: MailRow, recipient: StoredRecipient, now: number): boolean {
  const { mailCodeNonce, mailCodeAt } = recipient;
  if (mailCodeNonce === null || !isMailCodeFresh(recipient, now)) return false;
  return mailCodeAt !== null && row.created_at.getTime() >= mailCodeAt.getTime();
}
