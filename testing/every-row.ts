import { sql, type Kysely } from 'kysely';
import type { Schema } from '#server/foundation/db/schema.ts';

/** Tables that change without any action: last uses of sessions and keys, and the log as it grows. */
const moving = /^(sessions|api_keys|log_\w+)$/;

/**
 * Returns a digest of each table's rows and of the queued jobs, with which a test shows that an action
 * changed nothing.
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
