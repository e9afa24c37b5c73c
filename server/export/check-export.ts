import { exportedTables } from '#core/export/export-format.ts';
import { namedFiles } from '#core/export/named-files.ts';
import { documentFaults, type Counts } from './check-documents.ts';
import { isShaped, shapeFault } from './row-shapes.ts';
import { measure, NoArchive, openArchive, type Archive } from './read-archive.ts';

export type ExportVerdict = {
  documents: number;
  events: number;
  files: number;
  seals: number;
  faults: string[];
};
type Tell = (line: string) => void;
const untold: Tell = () => undefined;

/** Looks at an archive without any server: every entry and file by its hash, every trail and value, every seal. */
export async function checkExport(source: string | Uint8Array, tell: Tell = untold): Promise<ExportVerdict> {
  const none = { documents: 0, events: 0, files: 0, seals: 0 };
  try {
    const archive = await openArchive(source);
    try {
      return await checkArchive(archive, tell);
    } finally {
      archive.close();
    }
  } catch (error) {
    if (!(error instanceof NoArchive)) throw error;
    return { ...none, faults: [error.message] };
  }
}

export async function checkArchive(archive: Archive, tell: Tell = untold): Promise<ExportVerdict> {
  const faults = await entryFaults(archive, tell);
  const counts: Counts = { documents: 0, events: 0, seals: 0 };
  // Entries that were altered are not examined further, and neither are documents whose rows or files are incomplete.
  if (faults.length === 0) faults.push(...(await rowFaults(archive)));
  if (faults.length === 0) faults.push(...(await documentFaults(archive, counts, tell)));
  const files = [...archive.names].filter((name) => name.startsWith('files/')).length;
  return { ...counts, files, faults };
}

/** Each entry is compared with its description: unpacked once, and only so far as that says. */
async function entryFaults({ manifest, names, open }: Archive, tell: Tell): Promise<string[]> {
  const faults = manifest.missing.map((sha256) => `The file ${sha256} is missing.`);
  const listed = new Set(['manifest.json']);
  for (const [at, { name, bytes, sha256 }] of manifest.entries.entries()) {
    if (listed.has(name)) faults.push(`${name} is listed twice.`);
    listed.add(name);
    if (!names.has(name)) {
      faults.push(`${name} is missing.`);
      continue;
    }
    const found = await open(name).then(measure, nothing).catch(nothing);
    const isNamed = !name.startsWith('files/') || name === `files/${sha256}`;
    if (found?.bytes !== bytes || found.sha256 !== sha256 || !isNamed)
      faults.push(`${name} is not what it was.`);
    if ((at + 1) % 500 === 0) tell(`${at + 1} of ${manifest.entries.length} entries looked at`);
  }
  for (const name of names) if (!listed.has(name)) faults.push(`${name} is not listed.`);
  return faults;
}

const nothing = (): undefined => undefined;

/**
 * Every row has the form of its table and belongs to this account, and every file that it names is in the archive. Otherwise
 * an archive could add to another account, or read files from the store that all accounts share.
 */
async function rowFaults(archive: Archive): Promise<string[]> {
  const { accountId } = archive.manifest;
  const faults: string[] = [];
  const missing = new Set<string>();
  for (const table of exportedTables) {
    let strange = 0;
    for await (const row of archive.rows(table)) {
      const malformed = isShaped(table) ? shapeFault(table, row) : undefined;
      if (malformed) faults.push(malformed);
      if (row[table === 'accounts' ? 'id' : 'account_id'] !== accountId) strange += 1;
      for (const sha256 of namedFiles(table, row))
        if (!archive.names.has(`files/${sha256}`)) missing.add(sha256);
    }
    if (strange > 0) faults.push(`${strange} rows of ${table} are of another account.`);
  }
  return [...faults, ...[...missing].map((sha256) => `The file ${sha256} is missing.`)];
}
