import type { ExportedTable } from './export-format.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Columns with a hash of something other than a stored file, such as a text or pages that are stored with their
 * document.
 */
const ofNoFile: Readonly<Partial<Record<ExportedTable, readonly string[]>>> = {
  signatures: ['disclosure_sha256', 'base_sha256'],
};

/**
 * Returns the SHA-256 of each stored file that a row refers to. An archive contains exactly these files, and an
 * import accepts no others.
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

/** Returns the hashes of the files that were joined into the row's file. */
function namedByParts(files: unknown): unknown[] {
  if (!Array.isArray(files)) return [];
  return files.flatMap((file: Row | null) => [file?.['originalSha256'], file?.['baseSha256']]);
}

/**
 * Returns true if the row was permanently deleted, so that its files are no longer accessible. The import must
 * not trust this for other rows, because an archive could use it to name files that belong to someone else.
 */
function wasLetGo(row: Row): boolean {
  const deleted = typeof row['deleted_at'] === 'string' && typeof row['purged_at'] === 'string';
  const isOpen = row['status'] === 'sent' || row['status'] === 'sealing';
  return row['files_kept'] === false && deleted && !isOpen;
}

/**
 * Returns the SHA-256 of the separately sealed files of a document. Archives have contained them since
 * 2026-11-28. For older archives, the files are sealed again.
 */
export function sealedParts(table: ExportedTable, row: Row): string[] {
  const parts = table === 'documents' && !wasLetGo(row) ? row['sealed_files'] : null;
  return Array.isArray(parts)
    ? parts.flatMap((part: Row | null) => (typeof part?.['sha256'] === 'string' ? [part['sha256']] : []))
    : [];
}
