import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';

/** A group of titles with the same prefix, the first two letters of the sort key. */
export type Start = {
  start: string;
  /** Number of titles that may match, or `many` if there are more. */
  hits: number;
  /** The previous prefix in the order. */
  before: string | null;
};

/** A prefix with at least this many hits is scanned from its beginning. */
export const many = 1_001;
/** Hits in a sample of one title in 256. This number corresponds to about a thousand hits in total. */
const sampled = 4;
/** Accounts with more distinct prefixes are searched without them. */
const maxStarts = 1_000;

type TitleQuery = { accountId: string; title: string; down: boolean; from: string | undefined };

/**
 * Returns the title prefixes that may have hits, in order, until their hits add up to `many`. `ended` is true
 * if no later prefix has any. The cost depends on the number of prefixes skipped, not on the number of
 * documents.
 */
export async function startsWith(
  db: Kysely<Schema>,
  sought: TitleQuery,
): Promise<{ starts: Start[]; ended: boolean }> {
  const { rows } = await startsQuery(sought).execute(db);
  const last = rows.at(-1);
  const together = rows.reduce((sum, { hits }) => sum + hits, 0);
  return {
    starts: rows.filter(({ hits }) => hits > 0),
    ended: last === undefined || (together < many && rows.length < maxStarts),
  };
}

export function startsQuery({ accountId, title, down, from }: TitleQuery): RawBuilder<Start> {
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
       WHERE earlier + hits < ${many} AND passed < ${maxStarts})
    SELECT start, before, hits::integer AS hits FROM starts ORDER BY passed`;
}

/** Counts the titles with the prefix `one` that contain the trigrams of the words. */
function hitsIn(accountId: string, title: string): RawBuilder<unknown> {
  const keys = keysOf(accountId, title);
  // The row with this id is in the sample, so its key selects all titles in the sample.
  const inSample = sql`${keys} || title_sample(${accountId}, one.start, '00000000-0000-0000-0000-000000000000')`;
  const counted = (sought: RawBuilder<unknown>, most: number) => sql`
    (SELECT count(*) FROM (SELECT FROM document_titles AS held WHERE ${keysOfTitle} @> (${sought}) LIMIT ${most}) AS few)`;
  return sql`CASE WHEN ${counted(inSample, sampled)} = ${sampled} THEN ${many} ELSE ${counted(keys, many)} END`;
}

/** Must match the expression of the index in 0143 exactly. */
const keysOfTitle = sql`(search_keys(title_seed(held.account_id, held.start), held.title)
  || title_sample(held.account_id, held.start, held.document_id))`;

const keysOf = (accountId: string, title: string): RawBuilder<unknown> =>
  sql`search_keys(title_seed(${accountId}, one.start), ${title})`;

/** Returns documents with these title prefixes whose titles may match. */
export function documentsIn(
  accountId: string,
  title: string,
  starts: readonly Start[],
): RawBuilder<{ document_id: string }> {
  return sql`SELECT held.document_id FROM unnest(${starts.map(({ start }) => start)}::text[]) AS one (start),
    LATERAL (SELECT document_id FROM document_titles AS held
              WHERE ${keysOfTitle} @> ${keysOf(accountId, title)} OFFSET 0) AS held`;
}
