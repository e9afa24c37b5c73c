import { sql, type Kysely } from 'kysely';
import type { Schema } from '#server/foundation/db/schema.ts';

/** Tables that change without an action: last uses of sessions and keys, and the growth of the log. */
const moving = /^(sessions|api_keys|log_\w+)$/;

/**
 * Returns a digest of the rows of each table and of the queued jobs, to show that an action changed nothing at
 * all.
 */
export async function everyRow(db: Kysely<Schema>): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name`.execute(db);
  const names = tables.rows.map(({ name }) => name).filter((name) => !moving.test(name));
  const digests: [string, string][] = [];
  for (const name of names) {
    const { rows } = await sql<{ digest: string | null }>`
      SELECT md5(string_agg(one::text, ' ' ORDER BY one::text)) AS digest FROM ${sql.table(name)} AS one`.execute(
      db,
    );
    digests.push([name, rows[0]?.digest ?? 'empty']);
  }
  return Object.fromEntries(digests);
}
