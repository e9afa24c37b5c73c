import type { Kysely } from 'kysely';
import { titleOfRow } from '#core/bulk/row-title.ts';
import { byteOrderMark, csvLine } from '#core/csv/write-csv.ts';
import type { Visibility } from '#core/permission/visibility.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { listRows, type Bulk } from './bulk-store.ts';

const rowsAtOnce = 500;

/**
 * The outcome of every row, in file order, as CSV lines. Cells are escaped so that no spreadsheet interprets
 * them as formulas.
 */
export async function* resultLines(
  db: Kysely<Schema>,
  bulk: Bulk,
  sight: Visibility,
): AsyncGenerator<string> {
  const { roles } = bulk.snapshot;
  const people = roles.flatMap(({ name }) => [`${name} Email`, `${name} Name`]);
  yield byteOrderMark + csvLine(['Line', ...people, 'Title', 'Result', 'Reason', 'Document', 'Status']);
  let after = 0;
  for (;;) {
    const rows = await listRows(db, bulk, { after, limit: rowsAtOnce, sight });
    yield rows
      .map((row) =>
        csvLine([
          row.line,
          ...roles.flatMap(({ id }) => {
            const person = row.people.find(({ roleId }) => roleId === id);
            return [person?.email ?? '', person?.name ?? ''];
          }),
          bulk.rowsDeletedAt ? '' : titleOfRow(bulk.snapshot, row),
          row.state,
          row.detail ?? row.problem,
          row.documentId,
          row.documentStatus,
        ]),
      )
      .join('');
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)!.line;
  }
}
