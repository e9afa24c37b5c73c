import { sql } from 'kysely';
import type { ExportedTable } from '#core/export/export-format.ts';
import { sqlState, type Tx } from '../../foundation/db/transaction.ts';
import { ImportRefused } from './import-refused.ts';

/**
 * Inserts rows by column name. Generated columns are computed, and columns missing from a row get their
 * defaults. If the database rejects a row, `what` is the subject of the error message.
 */
export async function insertRows(
  tx: Tx,
  table: ExportedTable,
  given: readonly Readonly<Record<string, unknown>>[],
  what: string,
): Promise<void> {
  if (given.length === 0) return;
  const named = new Set(given.flatMap((row) => Object.keys(row).filter((name) => row[name] !== undefined)));
  const { rows } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_attribute
     WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`.execute(
    tx,
  );
  const columns = rows.map(({ name }) => name).filter((name) => named.has(name));
  const list = sql.join(columns.map((column) => sql.ref(column)));
  try {
    await sql`INSERT INTO ${sql.table(table)} (${list})
      SELECT ${list} FROM json_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(given)}::json)`.execute(
      tx,
    );
  } catch (error) {
    const reason = reasonOf(sqlState(error));
    if (reason === undefined) throw error;
    throw new ImportRefused(`${what} cannot be imported: ${reason} (${table}).`, { cause: error });
  }
}

/** Reasons by error class (PostgreSQL, appendix A). Undefined for errors that the rows did not cause. */
function reasonOf(state: string | undefined): string | undefined {
  if (state === '23505') return 'its id is in use in this installation, or is in the archive twice';
  if (state === '23503') return 'it refers to a row that is not in the archive';
  return state?.startsWith('22') || state?.startsWith('23')
    ? 'it has a value that does not exist here'
    : undefined;
}
