import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '../../db/schema.ts';

/** A run of three letters of the words that are sought, by its place among them, and how many rows are thought to have it. */
export type Run = { place: number; rows: number };

type Indexed = { table: 'documents' | 'recipients'; keys: RawBuilder<unknown> };

/** The two indexes of words (0130): what each holds the runs of. */
export const ofTitles: Indexed = {
  table: 'documents',
  keys: sql`search_keys(account_id, title)`,
};
export const ofPeople: Indexed = {
  table: 'recipients',
  keys: sql`search_keys(account_id, name || ' ' || email)`,
};

/** Of longer words the first runs tell enough. */
const most = 24;
/** So many rows are compared with the words sooner than one more run that many have is looked up. */
const fewRows = 5_000;
/** A run that is more frequent than the rarest by this is left out, if the others tell enough. */
const alike = 4;

/** How an index of words is asked for some words. */
export type Sought = {
  keys: RawBuilder<unknown>;
  /** The part of the account's documents that is thought to have the words; undefined where nobody knows. */
  share: number | undefined;
};

/**
 * The keys by which an index of words is asked for some words. Runs that nearly everything has cost most and tell nothing,
 * so only the rare ones are asked for, which every hit has too; the words themselves are compared afterwards in any case.
 * How rare they are is known to the statistics of the database, and its planner is asked for them.
 */
export async function seekByRareRuns(
  db: Kysely<Schema>,
  accountId: string,
  words: string,
  indexed: Indexed,
): Promise<Sought> {
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

/** Cut out by the database, where letters are counted as the index counted them. The first key is that of all three. */
const keyAt = (accountId: string, words: string, place: number): RawBuilder<unknown> =>
  sql`(search_keys(${accountId}::uuid, substr(lower(${words}), ${place}::integer, 3)))[1:1]`;

/** The rarest and those like it; of the others as many as it takes until few rows are left to compare. */
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

/** How many rows the planner expects, by alias. */
function estimatesIn(plan: Plan): Map<string, number> {
  const below = (plan.Plans ?? []).flatMap((part) => [...estimatesIn(part)]);
  return new Map([...below, ...(plan.Alias ? [[plan.Alias, plan['Plan Rows']] as const] : [])]);
}
