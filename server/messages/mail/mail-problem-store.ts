import { sql, type Kysely } from 'kysely';
import type { MailProblem } from '#core/mail/mail-problem.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { ServerProblem } from '../../ports/mailer.ts';

/** A problem with the mail server, as the operator sees it. */
export type RecordedMailProblem = {
  kind: MailProblem;
  all: boolean;
  words: string;
  tries: number;
  firstAt: Date;
  lastAt: Date;
};

/** Seconds between attempts while every email is refused: 2, 4, 8 … up to five minutes. */
const wait = sql`least(300, power(2, least(mail_problems.tries, 12))) * interval '1 second'`;

/** A problem with a single refused email is outdated after a day. */
const stale = sql`interval '1 day'`;

/** All processes share the database's time, so neither tests nor wrong clocks affect a pause. */
export async function recordMailProblem(
  db: Kysely<Schema>,
  { kind, all, pauses, words }: ServerProblem,
): Promise<void> {
  // Only the newest problem explains the pause. A server that is available again may refuse for another
  // reason.
  if (all)
    await db.deleteFrom('mail_problems').where('all_mails', '=', true).where('kind', '!=', kind).execute();
  await sql`INSERT INTO mail_problems (kind, all_mails, pauses, words, next_try_at)
    VALUES (${kind}, ${all}, ${pauses}, ${words}, clock_timestamp() + interval '2 seconds')
    ON CONFLICT (kind) DO UPDATE SET all_mails = ${all}, pauses = ${pauses}, words = ${words}, tries = mail_problems.tries + 1,
      last_at = clock_timestamp(), next_try_at = clock_timestamp() + ${wait}`.execute(db);
}

/**
 * Returns why no email may be sent now, or undefined if one may be tried. When the delay is over, only the
 * first caller may try. The others continue to wait, because some servers lock accounts after several failed
 * sign-ins.
 */
export async function findPause(db: Kysely<Schema>): Promise<ServerProblem | undefined> {
  const row = await db
    .selectFrom('mail_problems')
    .select(['kind', 'words'])
    .where('pauses', '=', true)
    .executeTakeFirst();
  if (!row) return undefined;
  const { numUpdatedRows } = await db
    .updateTable('mail_problems')
    .set({ next_try_at: sql<Date>`clock_timestamp() + ${wait}` })
    .where('kind', '=', row.kind)
    .where('next_try_at', '<=', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return numUpdatedRows > 0n
    ? undefined
    : { kind: row.kind as MailProblem, all: true, pauses: true, words: row.words };
}

/** Clears all problems after a server has accepted an email. Returns true if there were any. */
export async function clearMailProblems(db: Kysely<Schema>): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('mail_problems')
    .where(sql<boolean>`all_mails OR last_at < clock_timestamp() - ${stale}`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends the pause after the operator has fixed the problem, so that the next email is tried. */
export async function clearPause(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom('mail_problems').execute();
}

export async function listMailProblems(db: Kysely<Schema>): Promise<RecordedMailProblem[]> {
  const rows = await db
    .selectFrom('mail_problems')
    .selectAll()
    .where(sql<boolean>`all_mails OR last_at > clock_timestamp() - ${stale}`)
    .orderBy('all_mails', 'desc')
    .orderBy('last_at', 'desc')
    .execute();
  return rows.map(({ kind, all_mails: all, words, tries, first_at: firstAt, last_at: lastAt }) => ({
    kind: kind as MailProblem,
    all,
    words,
    tries,
    firstAt,
    lastAt,
  }));
}
