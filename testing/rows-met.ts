import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '#server/foundation/db/schema.ts';

type Plan = {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
};

/** Returns how many table rows a statement reads, as counted by the database while it runs. */
export async function rowsMet(db: Kysely<Schema>, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
    EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${query}`.execute(db);
  const count = (plan: Plan): number =>
    (plan['Relation Name']
      ? (plan['Actual Rows'] +
          (plan['Rows Removed by Filter'] ?? 0) +
          (plan['Rows Removed by Index Recheck'] ?? 0)) *
        plan['Actual Loops']
      : 0) + (plan.Plans ?? []).reduce((sum, below) => sum + count(below), 0);
  return count(rows[0]!['QUERY PLAN'][0].Plan);
}
