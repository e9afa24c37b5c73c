import type { ExportedTable } from './export-format.ts';

type Row = Readonly<Record<string, unknown>>;

/** Hashes of a text, and of pages that are kept with their document. */
const ofNoFile: Readonly<Partial<Record<ExportedTable, readonly string[]>>> = {
  signatures: ['disclosure_sha256', 'base_sha256'],
};

/** The SHA-256 of each stored file that a row of an archive names: an archive brings these, and its rows no others. */
export function namedFiles(table: ExportedTable, row: Row): string[] {
  const gone = table === 'documents' && wasLetGo(row);
  const names = Object.keys(row).filter(
    (name) =>
      name.endsWith('sha256') && !ofNoFile[table]?.includes(name) && !(gone && name !== 'sealed_sha256'),
  );
  const values = names.map((name) => row[name]).filter((value) => value !== null);
  return values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
}

/** Nothing reaches the files of what was deleted for ever; of anything else an archive could say so to name what is not its own. */
function wasLetGo(row: Row): boolean {
  const deleted = typeof row['deleted_at'] === 'string' && typeof row['purged_at'] === 'string';
  const isOpen = row['status'] === 'sent' || row['status'] === 'sealing';
  return row['files_kept'] === false && deleted && !isOpen;
}
