import { sql, type Kysely } from 'kysely';
import { hasRoom, sourceOf, unsolicitedSpan, type CountedMail } from '#core/mail/unsolicited.ts';
import type { Schema } from '../foundation/db/schema.ts';
import type { Tx } from '../foundation/db/transaction.ts';

type Unsolicited = { kind: CountedMail; address: string; isConfirmed?: boolean };

/**
 * Counts one more email to the mailbox of an address, in the transaction that queues the email. Returns 0, or
 * the seconds to wait if the mailbox has reached its daily limit. In that case nothing was counted, and
 * nothing may be queued. `isConfirmed` is for an email to a member: whether their address is confirmed. Holds
 * a lock until the transaction ends.
 */
export async function countUnsolicited(
  tx: Tx,
  { kind, address, isConfirmed = true }: Unsolicited,
  now: number,
): Promise<number> {
  const source = sourceOf(kind, isConfirmed);
  if (source === 'solicited' || source === 'document') return 0;
  await lockMailboxes(tx, [address]);
  const since = new Date(now - unsolicitedSpan);
  const mailbox = hashOf(address);
  const { rows } = await sql<{ others: number; documents: number; oldest: Date | null }>`
    SELECT count(*)::int AS others, min(sent_at) AS oldest,
      (SELECT count(*)::int FROM mails WHERE ${isFromStranger(address)} AND mails.due_at > ${since}) AS documents
    FROM unsolicited_mails WHERE mailbox = ${mailbox} AND kind <> ${naming} AND sent_at > ${since}`.execute(
    tx,
  );
  const { others, documents, oldest } = rows[0]!;
  if (!hasRoom(source, { others, documents }))
    return Math.max(60, Math.ceil(((oldest?.getTime() ?? now) + unsolicitedSpan - now) / 1000));
  await sql`INSERT INTO unsolicited_mails (mailbox, kind, sent_at)
    VALUES (${mailbox}, ${kind}, ${new Date(now)})`.execute(tx);
  return 0;
}

/** The kind of an invitation whose reader was named by the visitor of a public form. It is also one of the documents. */
const naming = 'named-by-visitor';

/**
 * Counts that visitors of public forms named these addresses, in the transaction that invites them. Returns false if
 * one of them was named `most` times in the last day; then nothing was counted. The caller locks the mailboxes.
 */
export async function countNamings(
  tx: Tx,
  addresses: readonly string[],
  most: number,
  now: number,
): Promise<boolean> {
  const since = new Date(now - unsolicitedSpan);
  for (const address of addresses) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM unsolicited_mails
      WHERE mailbox = ${hashOf(address)} AND kind = ${naming} AND sent_at > ${since}`.execute(tx);
    if (rows[0]!.count >= most) return false;
  }
  for (const address of addresses)
    await sql`INSERT INTO unsolicited_mails (mailbox, kind, sent_at)
      VALUES (${hashOf(address)}, ${naming}, ${new Date(now)})`.execute(tx);
  return true;
}

/**
 * Locks the counters, so that two actions never use the same remaining email. Locks them in mailbox order to
 * avoid deadlocks.
 */
export async function lockMailboxes(tx: Tx, addresses: readonly string[]): Promise<void> {
  const { rows } = await sql<{ mailbox: string }>`
    SELECT DISTINCT mailbox_of(address) COLLATE "C" AS mailbox FROM unnest(${[...addresses]}::text[]) AS address
    ORDER BY 1`.execute(tx);
  for (const { mailbox } of rows)
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`mails to ${mailbox}`}, 0))`.execute(tx);
}

/**
 * SQL: true if the row of `mails` is an invitation or reminder from an account to which this mailbox has
 * never responded.
 */
export function isFromStranger(address: string) {
  return sql<boolean>`mails.kind IN ('invitation', 'reminder') AND mailbox_of(mails.to_address) = mailbox_of(${address})
    AND NOT ${hasContactWith(sql`mails.account_id`, address)}`;
}

/**
 * SQL: true if the mailbox has opened a document of the account or belongs to a member. Ignores parts for
 * which the sender ever created a link without an email, since the sender could have opened them.
 */
export function hasContactWith(accountId: ReturnType<typeof sql>, address: string) {
  return sql<boolean>`(
    EXISTS (
      SELECT 1 FROM users
      WHERE users.account_id = ${accountId} AND mailbox_of(users.email) = mailbox_of(${address})
    )
    OR EXISTS (
      SELECT 1 FROM recipients
      WHERE recipients.account_id = ${accountId} AND mailbox_of(recipients.email) = mailbox_of(${address})
        AND recipients.opened_at IS NOT NULL
        AND NOT EXISTS (
          SELECT 1 FROM signing_links
          WHERE signing_links.account_id = recipients.account_id
            AND signing_links.document_id = recipients.document_id
            AND signing_links.recipient_id = recipients.id AND signing_links.via NOT IN ('mail', 'form', 'counter')
        )
    )
  )`;
}

export async function deleteOldUnsolicited(db: Kysely<Schema>, now: number): Promise<void> {
  await db
    .deleteFrom('unsolicited_mails')
    .where('sent_at', '<', new Date(now - unsolicitedSpan))
    .execute();
}

const hashOf = (address: string) => sql`encode(sha256(convert_to(mailbox_of(${address}), 'UTF8')), 'hex')`;
