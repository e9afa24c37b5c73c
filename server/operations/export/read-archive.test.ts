import { randomUUID } from 'node:crypto';
import { strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import {
  earlierColumns,
  exportFormat,
  exportVersion,
  type ExportedTable,
} from '#core/export/export-format.ts';
import { packArchive } from '#testing/archives/pack-archive.ts';
import { openArchive, type ArchiveRow } from './read-archive.ts';

test('rows in archives from before a rename get the current column names', async () => {
  const tables = Object.keys(earlierColumns) as ExportedTable[];
  const manifest = {
    format: exportFormat,
    version: exportVersion,
    accountId: randomUUID(),
    madeAt: '2026-11-20T12:00:00.000Z',
    missing: [],
    entries: [],
  };
  const rows = tables.map((table) => {
    const row = {
      id: table,
      ...Object.fromEntries(Object.keys(earlierColumns[table]!).map((name) => [name, name])),
    };
    return [`tables/${table}.ndjson`, strToU8(`${JSON.stringify(row)}\n`)] as const;
  });
  const archive = await openArchive(
    packArchive({ ...Object.fromEntries(rows), 'manifest.json': strToU8(JSON.stringify(manifest)) }),
  );
  for (const table of tables) {
    const renamed = Object.entries(earlierColumns[table]!).map(([earlier, current]) => [current, earlier]);
    const read: ArchiveRow[] = [];
    for await (const row of archive.rows(table)) read.push(row);
    expect(read).toEqual([{ id: table, ...Object.fromEntries(renamed) }]);
  }
  archive.close();
});
