import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';

/**
 * All columns that refer to a stored file. A test compares this list with the schema, so that files of a new
 * column are not cleaned up. The files of a purged document are kept if someone signed it, and its sealed
 * file is always kept.
 */
const places = [
  { table: 'documents', column: 'original_sha256', where: 'files_kept' },
  { table: 'documents', column: 'base_sha256', where: 'files_kept' },
  { table: 'documents', column: 'sealed_sha256', where: 'true' },
  { table: 'documents', column: 'augmentation_sha256', where: 'true' },
  { table: 'documents', column: 'certificate_sha256', where: 'files_kept' },
  { table: 'templates', column: 'original_sha256', where: 'true' },
  { table: 'templates', column: 'base_sha256', where: 'true' },
  { table: 'template_versions', column: 'original_sha256', where: 'true' },
  { table: 'template_versions', column: 'base_sha256', where: 'true' },
  { table: 'bulk_sends', column: 'original_sha256', where: 'true' },
  { table: 'bulk_sends', column: 'base_sha256', where: 'true' },
  { table: 'joined_files', column: 'sha256', where: 'true' },
  { table: 'attachments', column: 'sha256', where: 'true' },
  { table: 'signatures', column: 'image_sha256', where: 'true' },
  { table: 'signatures', column: 'initials_sha256', where: 'true' },
  { table: 'member_photos', column: 'sha256', where: 'true' },
  { table: 'brands', column: 'logo_sha256', where: 'true' },
  { table: 'account_exports', column: 'sha256', where: 'true' },
  { table: 'thumbnails', column: 'image_sha256', where: 'true' },
] as const;

/** The same columns, written as `table.column`. */
export const placesOfFiles: readonly string[] = places.map(({ table, column }) => `${table}.${column}`);

/**
 * Returns a query for the distinct `sha256` of every file that a row needs, in order. `columns` lists the
 * columns that exist (as `table.column`), since the database may be of an earlier version.
 */
export function queryOfNeededFiles(columns: ReadonlySet<string>): string {
  const looks = places
    .filter(({ table, column }) => columns.has(`${table}.${column}`))
    .map(
      ({ table, column, where }) =>
        `SELECT ${column} AS sha256 FROM ${table} WHERE ${column} IS NOT NULL AND ${where}`,
    );
  return `${looks.join(' UNION ')} ORDER BY sha256`;
}

export async function neededFiles(db: Kysely<Schema>, files: readonly string[]): Promise<Set<string>> {
  if (files.length === 0) return new Set();
  const looks = places.map(
    ({ table, column, where }) =>
      sql`SELECT ${sql.ref(column)} AS sha256 FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ANY(${files}) AND ${sql.raw(where)}`,
  );
  const { rows } = await sql<{ sha256: string }>`${sql.join(looks, sql` UNION `)}`.execute(db);
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** Returns the columns (as `table.column`) with a row that needs this file. */
export async function findFileReferences(db: Kysely<Schema>, file: string): Promise<string[]> {
  const looks = places.map(
    ({ table, column, where }) =>
      sql`SELECT ${`${table}.${column}`}::text AS place WHERE EXISTS (
            SELECT FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${file} AND ${sql.raw(where)})`,
  );
  const { rows } = await sql<{ place: string }>`${sql.join(looks, sql` UNION ALL `)}`.execute(db);
  return rows.map(({ place }) => place);
}

type Page = {
  after?: string;
  most: number;
  /** Excludes files to which a document's row refers. Those are checked together with its audit trail. */
  besideDocuments?: boolean;
};

/**
 * Returns up to `most` needed files that come after `after` and whose names start with these one or two
 * hexadecimal digits, in order.
 */
export async function neededFilePrefix(
  db: Kysely<Schema>,
  prefix: string,
  { after = '', most, besideDocuments = false }: Page,
): Promise<string[]> {
  const beyond = (Number.parseInt(prefix, 16) + 1).toString(16).padStart(prefix.length, '0');
  const next = beyond.length > prefix.length ? 'g' : beyond;
  const namesOf = (some: readonly (typeof places)[number][]): RawBuilder<unknown> => {
    const looks = some.map(
      ({ table, column, where }) =>
        sql`SELECT ${sql.ref(column)} AS sha256 FROM ${sql.table(table)}
             WHERE ${sql.ref(column)} >= ${prefix} AND ${sql.ref(column)} < ${next} AND ${sql.ref(column)} > ${after} AND ${sql.raw(where)}`,
    );
    return sql`(${sql.join(looks, sql` UNION `)})`;
  };
  const ofDocuments = places.filter(({ table }) => table === 'documents');
  const names = besideDocuments
    ? sql`${namesOf(places.filter(({ table }) => table !== 'documents'))} EXCEPT ${namesOf(ofDocuments)}`
    : namesOf(places);
  const { rows } = await sql<{ sha256: string }>`${names} ORDER BY sha256 LIMIT ${most}`.execute(db);
  return rows.map(({ sha256 }) => sha256);
}
