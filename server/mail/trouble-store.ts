import { sql, type Kysely } from 'kysely';
import type { MailTrouble } from '#core/mail/trouble.ts';
import type { Schema } from '../db/schema.ts';
import type { ServerTrouble } from '../ports/mailer.ts';

/** A trouble as the operator reads it. */
export type NotedTrouble = {
  kind: MailTrouble;
  all: boolean;
  words: string;
  tries: number;
  firstAt: Date;
  lastAt: Date;
};

/** Between two tries while every email is refused: 2, 4, 8 … seconds, at most five minutes. */
const wait = sql`least(300, power(2, least(mail_troubles.tries, 12))) * interval '1 second'`;

/** Troubles that one refused email has alone are no news after a day. */
const stale = sql`interval '1 day'`;

/** The time of the database, which all processes share, decides: a test or a wrong clock moves no pause. */
export async function noteTrouble(
  db: Kysely<Schema>,
  { kind, all, pauses, words }: ServerTrouble,
): Promise<void> {
  // Only the newest says why nothing goes out: a server that is back may refuse for another reason.
  if (all)
    await db.deleteFrom('mail_troubles').where('all_mails', '=', true).where('kind', '!=', kind).execute();
  await sql`INSERT INTO mail_troubles (kind, all_mails, pauses, words, next_try_at)
    VALUES (${kind}, ${all}, ${pauses}, ${words}, clock_timestamp() + interval '2 seconds')
    ON CONFLICT (kind) DO UPDATE SET all_mails = ${all}, pauses = ${pauses}, words = ${words}, tries = mail_troubles.tries + 1,
      last_at = clock_timestamp(), next_try_at = clock_timestamp() + ${wait}`.execute(db);
}

/**
 * Why no email is handed over right now; undefined where one may be tried. Where the wait is over, the first who asks may
 * try, and the others wait on: a server that locks sign-ins out is asked by one of them.
 */
export async function findPause(db: Kysely<Schema>): Promise<ServerTrouble | undefined> {
  const row = await db
    .selectFrom('mail_troubles')
    .select(['kind', 'words'])
    .where('pauses', '=', true)
    .executeTakeFirst();
  if (!row) return undefined;
  const { numUpdatedRows } = await db
    .updateTable('mail_troubles')
    .set({ next_try_at: sql<Date>`clock_timestamp() + ${wait}` })
    .where('kind', '=', row.kind)
    .where('next_try_at', '<=', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return numUpdatedRows > 0n
    ? undefined
    : { kind: row.kind as MailTrouble, all: true, pauses: true, words: row.words };
}

/** A server took an email: nothing refuses all of them any more. Answers whether anything was noted. */
export async function clearTroubles(db: Kysely<Schema>): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('mail_troubles')
    .where(sql<boolean>`all_mails OR last_at < clock_timestamp() - ${stale}`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The operator says that it is mended: the next email is tried. */
export async function forgetPause(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom('mail_troubles').execute();
}

export async function listTroubles(db: Kysely<Schema>): Promise<NotedTrouble[]> {
  const rows = await db
    .selectFrom('mail_troubles')
    .selectAll()
    .where(sql<boolean>`all_mails OR last_at > clock_timestamp() - ${stale}`)
    .orderBy('all_mails', 'desc')
    .orderBy('last_at', 'desc')
    .execute();
  return rows.map(({ kind, all_mails: all, words, tries, first_at: firstAt, last_at: lastAt }) => ({
    ...{ kind: kind as MailTrouble, all, words, tries, firstAt, lastAt },
  }));
}
