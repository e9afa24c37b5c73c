import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';

/** A trigram of the search words, with its position and the estimated number of rows that contain it. */
export type Run = { place: number; rows: number };

type Indexed = { table: 'documents' | 'recipients'; keys: RawBuilder<unknown> };

/** The two word indexes (0130) and the expressions they index. */
export const ofTitles: Indexed = {
  table: 'documents',
  keys: sql`search_keys(account_id, title)`,
};
export const ofPeople: Indexed = {
  table: 'recipients',
  keys: sql`search_keys(account_id, name || ' ' || email)`,
};

/** Maximum trigrams to consider. In longer words, the first ones are selective enough. */
const most = 24;
/** Comparing this many rows with the words is cheaper than looking up another common trigram. */
const fewRows = 5_000;
/**
 * A trigram that is more frequent than the rarest one by this factor is omitted if the others are selective
 * enough.
 */
const alike = 4;

/** Keys for querying a word index. */
export type IndexKeys = {
  keys: RawBuilder<unknown>;
  /** Estimated share of the account's documents that contain the words; undefined if unknown. */
  share: number | undefined;
};

/**
 * Chooses the keys for querying a word index. Common trigrams are the most expensive and the least selective,
 * so only rare ones are used. Every hit also contains these, and the words themselves are compared
 * afterwards. The planner's row estimates show how rare each trigram is.
 */
export async function searchByRareTrigrams(
  db: Kysely<Schema>,
  accountId: string,
  words: string,
  indexed: Indexed,
): Promise<IndexKeys> {
  const count = Math.min(most, [...words].length - 2);
  if (count < 2) return { keys: sql`search_keys(${accountId}::uuid, ${words})`, share: undefined };
  const places = Array.from({ length: count }, (_, at) => at + 1);
  const { table, keys } = indexed;
  const each = places.map(
    (place) => sql`SELECT FROM ${sql.table(table)} AS ${sql.id(`run_${place}`)}
                    WHERE ${keys} @> ${keyAt(accountId, words, place)}`,
  );
  const asked = sql.join(
    [
      sql`SELECT FROM ${sql.table(table)} AS run_0`,
      sql`SELECT FROM documents AS own WHERE account_id = ${accountId}`,
      ...each,
    ],
    sql` UNION ALL `,
  );
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`EXPLAIN (FORMAT JSON) ${asked}`.execute(db);
  const estimates = estimatesIn(rows[0]!['QUERY PLAN'][0].Plan);
  const runs = [...estimates]
    .filter(([alias]) => alias.startsWith('run_'))
    .map(([alias, estimated]): Run => ({ place: Number(alias.slice(4)), rows: estimated }));
  const all = estimates.get('run_0') ?? 0;
  const picked = pickRuns(
    runs.filter(({ place }) => place > 0),
    all,
  );
  return {
    keys: sql.join(
      picked.map(({ place }) => keyAt(accountId, words, place)),
      sql` || `,
    ),
    share: picked[0]!.rows / Math.max(1, estimates.get('own') ?? 0),
  };
}

/**
 * The database extracts the trigram, so that characters are counted as in the index. The first key is the one
 * for all three letters.
 */
const keyAt = (accountId: string, words: string, place: number): RawBuilder<unknown> =>
  sql`(search_keys(${accountId}::uuid, substr(lower(${words}), ${place}::integer, 3)))[1:1]`;

/**
 * Picks the rarest trigram and those of similar frequency, then adds others until few rows remain to compare.
 */
export function pickRuns(runs: readonly Run[], all: number): Run[] {
  const [rarest, ...others] = runs.toSorted((one, other) => one.rows - other.rows);
  if (!rarest) return [];
  const picked = [rarest];
  let left = rarest.rows;
  for (const run of others) {
    if (run.rows > alike * rarest.rows && left <= fewRows) break;
    picked.push(run);
    left *= run.rows / Math.max(all, run.rows, 1);
  }
  return picked;
}

type Plan = { Alias?: string; 'Plan Rows': number; Plans?: Plan[] };

/** Returns the planner's row estimates by alias. */
function estimatesIn(plan: Plan): Map<string, number> {
  const below = (plan.Plans ?? []).flatMap((part) => [...estimatesIn(part)]);
  return new Map([...below, ...(plan.Alias ? [[plan.Alias, plan['Plan Rows']] as const] : [])]);
}
