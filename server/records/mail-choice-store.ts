import { sql, type Kysely } from 'kysely';
import { decidePause, pauseSpan, refuseBlocked, type MailRecord } from '#core/document/mail-pause.ts';
import type { Refusal } from '#core/refusal.ts';
import type { Schema } from '../foundation/db/schema.ts';
import type { Tx } from '../foundation/db/transaction.ts';

/** Kinds of email that lead a recipient to a document. */
export const actionableKinds = ['invitation', 'reminder', 'expiring'] as const;

type Choice = { accountId: string; address: string };

/**
 * Refuses more emails from an account because of its recipients' choices: one of these addresses blocked it,
 * or too many recipients reported it (S-15).
 */
export async function refuseByChoice(
  db: Kysely<Schema>,
  accountId: string,
  addresses: readonly string[],
  now: number,
): Promise<Refusal | undefined> {
  const blocked = await findBlocked(db, accountId, addresses);
  return blocked === undefined
    ? decidePause(await readMailRecord(db, accountId, now))
    : refuseBlocked(blocked);
}

/** Returns the first of these addresses (in lowercase) that has blocked the account. */
async function findBlocked(
  db: Kysely<Schema>,
  accountId: string,
  addresses: readonly string[],
): Promise<string | undefined> {
  if (addresses.length === 0) return undefined;
  const row = await db
    .selectFrom('mail_blocks')
    .select('address')
    .where('account_id', '=', accountId)
    .where('address', 'in', [...addresses])
    .orderBy('address')
    .executeTakeFirst();
  return row?.address;
}

export async function isBlocked(db: Kysely<Schema>, { accountId, address }: Choice): Promise<boolean> {
  return (await findBlocked(db, accountId, [address.toLowerCase()])) !== undefined;
}

/** Returns true if this changed anything. */
export async function saveBlock(
  tx: Tx,
  { accountId, address }: Choice,
  wanted: boolean,
  now: number,
): Promise<boolean> {
  const key = { account_id: accountId, address: address.toLowerCase() };
  if (wanted) {
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('mail_blocks')
      .values({ ...key, created_at: new Date(now) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows > 0n;
  }
  const { numDeletedRows } = await tx
    .deleteFrom('mail_blocks')
    .where('account_id', '=', key.account_id)
    .where('address', '=', key.address)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Stores the first report by an address about an account. Returns true if it was the first. */
export async function saveMailReport(
  tx: Tx,
  { accountId, address }: Choice,
  report: { mailId: string; note: string },
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('mail_reports')
    .values({
      account_id: accountId,
      address: address.toLowerCase(),
      mail_id: report.mailId,
      note: report.note,
      created_at: new Date(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

export async function hasReported(db: Kysely<Schema>, { accountId, address }: Choice): Promise<boolean> {
  const row = await db
    .selectFrom('mail_reports')
    .select('mail_id')
    .where('account_id', '=', accountId)
    .where('address', '=', address.toLowerCase())
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * SQL: true if the recipient requested the document of `mails` through a public form and confirmed that by
 * email.
 */
const wasAskedFor = sql<boolean>`EXISTS (
  SELECT FROM form_entries WHERE form_entries.account_id = mails.account_id
    AND form_entries.document_id = mails.document_id AND lower(form_entries.email) = lower(mails.to_address))`;

/** SQL: true if the email was sent. An email that is still waiting has not reached anyone. */
const hasLeft = sql<boolean>`(accepted_at IS NOT NULL OR state IN ('accepted', 'written', 'bounced'))`;

/**
 * Ignores deliveries that failed because our own mail server was down, since they say nothing about the
 * address. Also ignores requested emails, with which the account did not contact a stranger. Otherwise a
 * visitor with ten mailboxes could pause an account for a week.
 */
async function readMailRecord(db: Kysely<Schema>, accountId: string, now: number): Promise<MailRecord> {
  const since = new Date(now - pauseSpan);
  const { rows } = await sql<MailRecord>`
    SELECT count(DISTINCT lower(to_address))::int AS written,
      (count(DISTINCT lower(to_address))
        FILTER (WHERE state = 'bounced' AND coalesce(refused, 'recipient') = 'recipient'
          AND reply NOT LIKE 'Given up after %'))::int AS bounced,
      (SELECT count(*)::int FROM mail_reports
        WHERE mail_reports.account_id = ${accountId} AND mail_reports.created_at > ${since}
          AND NOT EXISTS (SELECT FROM mails WHERE mails.account_id = mail_reports.account_id
            AND mails.id = mail_reports.mail_id AND ${wasAskedFor})) AS reported
    FROM mails
    WHERE account_id = ${accountId} AND due_at > ${since} AND kind IN (${sql.join(actionableKinds)})
      AND ${hasLeft} AND NOT ${wasAskedFor}`.execute(db);
  return rows[0]!;
}
