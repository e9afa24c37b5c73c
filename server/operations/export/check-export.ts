import { exportedTables, type ExportedTable } from '#core/export/export-format.ts';
import { namedFiles } from '#core/export/named-files.ts';
import { documentFaults, type Counts } from './check-documents.ts';
import { addFault, type FaultsById } from './faults-by-id.ts';
import { isShaped, findShapeFault } from './row-shapes.ts';
import { measure, InvalidArchive, openArchive, type Archive, type ArchiveRow } from './read-archive.ts';

export type ExportVerdict = {
  documents: number;
  events: number;
  files: number;
  seals: number;
  faults: string[];
};
type Tell = (line: string) => void;
const ignoreProgress: Tell = () => undefined;

/**
 * Result of checking an archive. `faults` concern the whole archive, which may then be incomplete. A fault of
 * one document or template affects nothing else, because each of them is checked separately.
 */
export type CheckedArchive = Counts & {
  /** Number of files whose content matches their name. */
  files: number;
  faults: string[];
  ofDocuments: FaultsById;
  ofTemplates: FaultsById;
  /** Missing or damaged files by hash, no matter which rows refer to them. */
  ofFiles: ReadonlyMap<string, string>;
  /** The same archive without its damaged files. */
  archive: Archive;
};

/**
 * Checks an archive without a server: each entry and file by its hash, each audit trail with its values, and
 * each seal.
 */
export async function checkExport(
  source: string | Uint8Array,
  tell: Tell = ignoreProgress,
): Promise<ExportVerdict> {
  const none = { documents: 0, events: 0, files: 0, seals: 0 };
  try {
    const archive = await openArchive(source);
    try {
      const { documents, events, seals, files, ...found } = await checkArchive(archive, tell);
      const ofParts = [...found.ofDocuments.values(), ...found.ofTemplates.values()].flat();
      const faults = new Set([...found.faults, ...found.ofFiles.values(), ...ofParts]);
      return { documents, events, seals, files, faults: [...faults] };
    } finally {
      archive.close();
    }
  } catch (error) {
    if (!(error instanceof InvalidArchive)) throw error;
    return { ...none, faults: [error.message] };
  }
}

export async function checkArchive(given: Archive, tell: Tell = ignoreProgress): Promise<CheckedArchive> {
  const { faults, ofFiles } = await entryFaults(given, tell);
  const names = new Set([...given.names].filter((name) => !ofFiles.has(name.replace(/^files\//, ''))));
  const archive = { ...given, names };
  const counts: Counts = { documents: 0, events: 0, seals: 0 };
  const [ofDocuments, ofTemplates]: [FaultsById, FaultsById] = [new Map(), new Map()];
  // Documents are not checked if the tables were altered, and neither are single documents with malformed
  // rows.
  if (faults.length === 0) faults.push(...(await rowFaults(archive, { ofDocuments, ofTemplates, ofFiles })));
  if (faults.length === 0) await documentFaults(archive, counts, ofDocuments, tell);
  const files = [...names].filter((name) => name.startsWith('files/')).length;
  return { ...counts, files, faults, ofDocuments, ofTemplates, ofFiles, archive };
}

/**
 * Compares each entry with its description. Each entry is unpacked once, and only up to the described size.
 */
async function entryFaults({ manifest, names, open }: Archive, tell: Tell) {
  const faults: string[] = [];
  const ofFiles = new Map(manifest.missing.map((sha256) => [sha256, missing(sha256)]));
  const listed = new Set(['manifest.json']);
  for (const [at, { name, bytes, sha256 }] of manifest.entries.entries()) {
    if (listed.has(name)) faults.push(`${name} is listed twice.`);
    listed.add(name);
    const isFile = name.startsWith('files/');
    const fault = (sentence: string): void => {
      if (isFile) ofFiles.set(name.slice('files/'.length), sentence);
      else faults.push(sentence);
    };
    if (!names.has(name)) {
      fault(isFile ? missing(name.slice('files/'.length)) : `${name} is missing.`);
      continue;
    }
    const found = await open(name).then(measure, nothing).catch(nothing);
    const isNamed = !isFile || name === `files/${sha256}`;
    if (found?.bytes !== bytes || found.sha256 !== sha256 || !isNamed) fault(`${name} was changed.`);
    if ((at + 1) % 500 === 0) tell(`${at + 1} of ${manifest.entries.length} entries examined`);
  }
  for (const name of names) if (!listed.has(name)) faults.push(`${name} is not listed.`);
  return { faults, ofFiles };
}

const missing = (sha256: string): string => `The file ${sha256} is missing.`;
const nothing = (): undefined => undefined;

const columnOfDocument: Readonly<Partial<Record<ExportedTable, string>>> = {
  documents: 'id',
  recipients: 'document_id',
  fields: 'document_id',
  field_values: 'document_id',
  attachments: 'document_id',
  signatures: 'document_id',
  events: 'document_id',
  event_values: 'document_id',
};
const columnOfTemplate: Readonly<Partial<Record<ExportedTable, string>>> = {
  templates: 'id',
  template_roles: 'template_id',
  template_fields: 'template_id',
};
/** Tables whose files may be missing in an import. */
const unneeded: readonly ExportedTable[] = ['brands', 'member_photos'];

/**
 * Every row must have the shape of its table and belong to this account, and the archive must contain every
 * file to which it refers. Otherwise an archive could write to another account, or read files from the store
 * that all accounts share.
 */
async function rowFaults(
  archive: Archive,
  { ofDocuments, ofTemplates, ofFiles }: Pick<CheckedArchive, 'ofDocuments' | 'ofTemplates' | 'ofFiles'>,
): Promise<string[]> {
  const { accountId } = archive.manifest;
  const faults = new Set<string>();
  const report = (table: ExportedTable, row: ArchiveRow, sentence: string): void => {
    const [ofDocument, ofTemplate] = [columnOfDocument[table], columnOfTemplate[table]];
    if (ofDocument !== undefined) addFault(ofDocuments, String(row[ofDocument]), sentence);
    else if (ofTemplate !== undefined) addFault(ofTemplates, String(row[ofTemplate]), sentence);
    else faults.add(sentence);
  };
  for (const table of exportedTables) {
    let strange = 0;
    for await (const row of archive.rows(table)) {
      const malformed = isShaped(table) ? findShapeFault(table, row) : undefined;
      if (malformed) report(table, row, malformed);
      if (row[table === 'accounts' ? 'id' : 'account_id'] !== accountId) strange += 1;
      for (const sha256 of unneeded.includes(table) ? [] : namedFiles(table, row))
        if (!archive.names.has(`files/${sha256}`)) report(table, row, ofFiles.get(sha256) ?? missing(sha256));
    }
    if (strange > 0) faults.add(`${strange} rows of ${table} belong to another account.`);
  }
  return [...faults];
}
