import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/**
 * Which of these files any row needs: the one list of all places where the name of a stored file stands. A test
 * compares it with the columns of the schema, so that no later one is swept away. The files of a document that was
 * deleted for ever stay where somebody has signed it; its sealed file always does.
 */
const places = [
  { table: 'documents', column: 'original_sha256', where: sql`files_kept` },
  { table: 'documents', column: 'base_sha256', where: sql`files_kept` },
  { table: 'documents', column: 'sealed_sha256', where: sql`true` },
  { table: 'documents', column: 'strengthening_sha256', where: sql`true` },
  { table: 'templates', column: 'original_sha256', where: sql`true` },
  { table: 'templates', column: 'base_sha256', where: sql`true` },
  { table: 'bulk_sends', column: 'original_sha256', where: sql`true` },
  { table: 'bulk_sends', column: 'base_sha256', where: sql`true` },
  { table: 'attachments', column: 'sha256', where: sql`true` },
  { table: 'signatures', column: 'image_sha256', where: sql`true` },
  { table: 'signatures', column: 'initials_sha256', where: sql`true` },
  { table: 'member_photos', column: 'sha256', where: sql`true` },
  { table: 'brands', column: 'logo_sha256', where: sql`true` },
  { table: 'account_exports', column: 'sha256', where: sql`true` },
  { table: 'thumbnails', column: 'image_sha256', where: sql`true` },
] as const;

/** As `table.column`. */
export const placesOfFiles: readonly string[] = places.map(({ table, column }) => `${table}.${column}`);

export async function neededFiles(db: Kysely<Schema>, files: readonly string[]): Promise<Set<string>> {
  if (files.length === 0) return new Set();
  const looks = places.map(
    ({ table, column, where }) =>
      sql`SELECT ${sql.ref(column)} AS sha256 FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ANY(${files}) AND ${where}`,
  );
  const { rows } = await sql<{ sha256: string }>`${sql.join(looks, sql` UNION `)}`.execute(db);
  return new Set(rows.map(({ sha256 }) => sha256));
}
