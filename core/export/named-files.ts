import type { ExportedTable } from './export-format.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Columns with a hash that does not refer to a stored file, but to a text or to pages stored with their
 * document.
 */
const ofNoFile: Readonly<Partial<Record<ExportedTable, readonly string[]>>> = {
  signatures: ['disclosure_sha256', 'base_sha256'],
};

/**
 * Returns the SHA-256 of each stored file that a row of an archive names. An archive contains exactly these
 * files, and an import accepts no others.
 */
export function namedFiles(table: ExportedTable, row: Row): string[] {
  const gone = table === 'documents' && wasLetGo(row);
  const names = Object.keys(row).filter(
    (name) =>
      name.endsWith('sha256') && !ofNoFile[table]?.includes(name) && !(gone && name !== 'sealed_sha256'),
  );
  const values: unknown[] = names.map((name) => row[name]).filter((value) => value !== null);
  if (!gone) values.push(...namedByParts(row['files']));
  return values.map((value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')));
}

/** The files of which the row's file is joined. */
function namedByParts(files: unknown): unknown[] {
  if (!Array.isArray(files)) return [];
  return files.flatMap((file: Row | null) => [file?.['originalSha256'], file?.['baseSha256']]);
}

/**
 * Files of permanently deleted rows are unreachable. For other rows an archive could claim this to name files
 * that are not its own.
 */
function wasLetGo(row: Row): boolean {
  const deleted = typeof row['deleted_at'] === 'string' && typeof row['purged_at'] === 'string';
  const isOpen = row['status'] === 'sent' || row['status'] === 'sealing';
  return row['files_kept'] === false && deleted && !isOpen;
}

/**
 * Returns the SHA-256 of the separately sealed files of a document. Archives contain them since 2026-11-28; without
 * them, they are sealed again.
 */
export function sealedParts(table: ExportedTable, row: Row): string[] {
  const parts = table === 'documents' && !wasLetGo(row) ? row['sealed_files'] : null;
  return Array.isArray(parts)
    ? parts.flatMap((part: Row | null) => (typeof part?.['sha256'] === 'string' ? [part['sha256']] : []))
    : [];
}
