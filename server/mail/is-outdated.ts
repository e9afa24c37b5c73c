import type { Kysely } from 'kysely';
import { isMailCodeFresh } from '#core/ceremony/gate.ts';
import { isAwaited, isSamePerson } from '#core/document/manage.ts';
import type { Schema } from '../db/schema.ts';
import type { StoredRecipient, WholeDocument } from '../records/document.ts';
import { isLiving } from '../records/link-store.ts';
import type { Services } from '../services.ts';
import { wasMailedAbout, type MailKind, type MailRow } from './mail-store.ts';

/** Kinds of mail that ask their recipient for an act. */
export const asks: ReadonlySet<string> = new Set<MailKind>(['invitation', 'reminder', 'expiring', 'code']);

/** Kinds that tell a recipient how it ended, or that it has not. */
const news: ReadonlySet<string> = new Set<MailKind>([
  ...(['completed', 'declined', 'voided', 'expired', 'extended'] as const),
]);

/** A mail may wait for days, for its turn or for a mail server: whether what it says is not so any more, when it could go. */
export async function isOutdated(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  row: MailRow,
  { document, recipients }: WholeDocument,
): Promise<boolean> {
  if (row.kind === 'expired' && document.status !== 'expired') return true;
  if (row.kind === 'extended' && document.status !== 'sent') return true;
  // More time was given since: they are warned anew before the new end.
  if (row.kind === 'expiring' && document.warnAt !== null) return true;
  if (row.recipient_id === null) return asks.has(row.kind) && document.status !== 'sent';
  if (news.has(row.kind)) return !(await mayBeTold(db, row, recipients));
  if (!asks.has(row.kind)) return false;
  const recipient = recipients.find(({ id }) => id === row.recipient_id);
  // Only written otherwise, it is the same mailbox. What was written to one address never goes there with the link of
  // whoever acts in that place now (S-10).
  if (!recipient || !isSamePerson(recipient, { email: row.to_address })) return true;
  // Signed copies and the record of an end lie behind the codes as well: they are asked for then, too.
  if (row.kind === 'code') return !isTheNewestCode(row, recipient, clock());
  if (document.status !== 'sent') return true;
  if (row.kind !== 'invitation' && !isAwaited(document.signingOrder, recipients, recipient)) return true;
  return row.link_id !== null && !(await isLiving(db, row.link_id));
}

/**
 * Who took their consent back, by whichever part, gets no more electronic records; the sender owes them paper (L-07). And
 * who never heard of a document, because the mail about it still waits, does not hear first that it is over (S-15).
 */
async function mayBeTold(
  db: Kysely<Schema>,
  row: MailRow,
  recipients: readonly StoredRecipient[],
): Promise<boolean> {
  const parts = recipients.filter((one) => isSamePerson(one, { email: row.to_address }));
  if (parts.some(({ consentWithdrawnAt }) => consentWithdrawnAt !== null)) return false;
  // Carbon copies, and those whose turn never came, get the sealed document as their first mail.
  if (row.kind === 'completed') return true;
  return parts.some(({ status }) => !unheard.has(status)) || wasMailedAbout(db, row);
}

/** Of these nothing says that the document was ever before them: who is invited may have no mail yet. */
const unheard: ReadonlySet<string> = new Set<StoredRecipient['status']>(['waiting', 'invited']);

/** The words of the mail say how long its code is good for; an older mail would bring the newer code. */
function isTheNewestCode(row: MailRow, recipient: StoredRecipient, now: number): boolean {
  const { mailCodeNonce, mailCodeAt } = recipient;
  if (mailCodeNonce === null || !isMailCodeFresh(recipient, now)) return false;
  return mailCodeAt !== null && row.created_at.getTime() >= mailCodeAt.getTime();
}
