import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '../../db/schema.ts';

/** Titles that begin alike: their first two letters as they are sorted. */
export type Start = {
  start: string;
  /** How many of its titles may have the words; `many` for more. */
  hits: number;
  /** The one that stands before it in the order. */
  before: string | null;
};

/** From so many hits on a start is gone through from its beginning. */
export const many = 1_001;
/** Of one title in 256 so many: about a thousand of all. */
const sampled = 4;
/** An account whose titles begin in more ways is searched without them. */
const mostStarts = 1_000;

type Sought = { accountId: string; title: string; down: boolean; from: string | undefined };

/**
 * The starts of titles that may have a hit, in their order, until these are `many` together; `ended` when no later one has any.
 * Its cost grows with the starts that are passed over, not with the documents.
 */
export async function startsWith(
  db: Kysely<Schema>,
  sought: Sought,
): Promise<{ starts: Start[]; ended: boolean }> {
  const { rows } = await startsQuery(sought).execute(db);
  const last = rows.at(-1);
  const together = rows.reduce((sum, { hits }) => sum + hits, 0);
  return {
    starts: rows.filter(({ hits }) => hits > 0),
    ended: last === undefined || (together < many && rows.length < mostStarts),
  };
}

export function startsQuery({ accountId, title, down, from }: Sought): RawBuilder<Start> {
  const order = sql.raw(down ? 'DESC' : 'ASC');
  const [beyond, since] = [sql.raw(down ? '<' : '>'), sql.raw(down ? '<=' : '>=')];
  const first = from === undefined ? sql`true` : sql`start ${since} left(${from}, 2)`;
  const next = (condition: RawBuilder<unknown>) => sql`
    SELECT start FROM document_titles WHERE account_id = ${accountId} AND ${condition} ORDER BY start ${order} LIMIT 1`;
  return sql`
    WITH RECURSIVE starts AS (
      (SELECT one.start, NULL::text COLLATE "C" AS before, ${hitsIn(accountId, title)} AS hits, 1 AS passed, 0::bigint AS earlier
         FROM (${next(first)}) AS one)
      UNION ALL
      SELECT one.start, starts.start, ${hitsIn(accountId, title)}, passed + 1, earlier + hits
        FROM starts, LATERAL (${next(sql`start ${beyond} starts.start`)}) AS one
       WHERE earlier + hits < ${many} AND passed < ${mostStarts})
    SELECT start, before, hits::integer AS hits FROM starts ORDER BY passed`;
}

/** How many of the titles of the start `one` have the runs of letters of the words. */
function hitsIn(accountId: string, title: string): RawBuilder<unknown> {
  const keys = keysOf(accountId, title);
  // The id that bears a key more stands for all that do.
  const inSample = sql`${keys} || title_sample(${accountId}, one.start, '00000000-0000-0000-0000-000000000000')`;
  const counted = (sought: RawBuilder<unknown>, most: number) => sql`
    (SELECT count(*) FROM (SELECT FROM document_titles AS held WHERE ${keysOfTitle} @> (${sought}) LIMIT ${most}) AS few)`;
  return sql`CASE WHEN ${counted(inSample, sampled)} = ${sampled} THEN ${many} ELSE ${counted(keys, many)} END`;
}

/** In these very words the index of 0143 has them. */
const keysOfTitle = sql`(search_keys(title_seed(held.account_id, held.start), held.title)
  || title_sample(held.account_id, held.start, held.document_id))`;

const keysOf = (accountId: string, title: string): RawBuilder<unknown> =>
  sql`search_keys(title_seed(${accountId}, one.start), ${title})`;

/** The documents of these starts whose titles may have the words. */
export function documentsIn(
  accountId: string,
  title: string,
  starts: readonly Start[],
): RawBuilder<{ document_id: string }> {
  return sql`SELECT held.document_id FROM unnest(${starts.map(({ start }) => start)}::text[]) AS one (start),
    LATERAL (SELECT document_id FROM document_titles AS held
              WHERE ${keysOfTitle} @> ${keysOf(accountId, title)} OFFSET 0) AS held`;
}
