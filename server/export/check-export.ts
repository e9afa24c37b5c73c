import { exportedTables } from '#core/export/export-format.ts';
import { namedFiles } from '#core/export/named-files.ts';
import type { EventType } from '#core/trail/event.ts';
import { sealHolds } from '../sealing/judge-seal.ts';
import { sealedTrailIn } from '../trail/sealed-trails.ts';
import { isRecorded, judgeRows, type EventRow } from '../trail/trail-store.ts';
import { measure, NoArchive, openArchive, type Archive, type ArchiveRow } from './read-archive.ts';

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
  const counts = { documents: 0, events: 0, seals: 0 };
  // Of an entry that is not what it was nothing needs to be judged.
  if (faults.length === 0) {
    faults.push(...(await rowFaults(archive)));
    faults.push(...(await documentFaults(archive, counts, tell)));
  }
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
 * Every row is of this account, and every file that it names lies in the archive: it brings nothing into anybody else's
 * account, and takes nothing out, since the files of all accounts lie in one store.
 */
async function rowFaults(archive: Archive): Promise<string[]> {
  const { accountId } = archive.manifest;
  const faults: string[] = [];
  const missing = new Set<string>();
  for (const table of exportedTables) {
    let strange = 0;
    for await (const row of archive.rows(table)) {
      if (row[table === 'accounts' ? 'id' : 'account_id'] !== accountId) strange += 1;
      for (const sha256 of namedFiles(table, row))
        if (!archive.names.has(`files/${sha256}`)) missing.add(sha256);
    }
    if (strange > 0) faults.push(`${strange} rows of ${table} are of another account.`);
  }
  return [...faults, ...[...missing].map((sha256) => `The file ${sha256} is missing.`)];
}

type Counts = { documents: number; events: number; seals: number };

/** One document at a time: its trail, the values beside it, its seal, and that the two tell the same. */
async function documentFaults(archive: Archive, counts: Counts, tell: Tell): Promise<string[]> {
  const faults: string[] = [];
  const events = byDocument(archive.rows('events'));
  const values = byDocument(archive.rows('event_values'));
  for await (const document of archive.rows('documents')) {
    const id = String(document['id']);
    counts.documents += 1;
    for (const skipped of [...(await events.before(id)), ...(await values.before(id))])
      faults.push(`There is no document ${skipped}, and a trail of it.`);
    const trail = trailOf(await events.of(id));
    counts.events += trail.length;
    faults.push(...trailFaults(id, trail, await values.of(id)));
    if (trail.length === 0) faults.push(`The document ${id} has no trail.`);
    if (namesNoSealedFile(document, trail)) faults.push(`The sealed file of ${id} is not named.`);
    const { sealed, behind } = sealOf(document);
    if (typeof sealed !== 'string') continue;
    counts.seals += 1;
    faults.push(...(await sealFaults(archive, { id, sealed, behind, trail })));
    if (counts.seals % 100 === 0) tell(`${counts.seals} seals looked at`);
  }
  for (const left of [...(await events.before()), ...(await values.before())])
    faults.push(`There is no document ${left}, and a trail of it.`);
  return faults;
}

/** Of what was sealed, the sealed file and what strengthens it; of what was not completed, the record of how it ended, while it is kept. */
function sealOf(document: ArchiveRow): { sealed: unknown; behind: unknown } {
  const sealed = document['sealed_sha256'];
  if (typeof sealed === 'string') return { sealed, behind: document['strengthening_sha256'] };
  return { sealed: document['files_kept'] === false ? null : document['certificate_sha256'], behind: null };
}

function namesNoSealedFile(document: ArchiveRow, trail: Trail): boolean {
  if (typeof document['sealed_sha256'] === 'string') return false;
  const went = document['test'] === true && typeof document['purged_at'] === 'string';
  return !went && trail.some(({ type }) => type === 'document_sealed');
}

type Trail = (EventRow & { seq: number })[];

const trailOf = (rows: readonly ArchiveRow[]): Trail =>
  rows
    .toSorted((a, b) => Number(a['seq']) - Number(b['seq']))
    .map((row) => ({
      ...{ id: String(row['id']), type: row['type'] as EventType, seq: Number(row['seq']) },
      ...{ body: String(row['body']), hash: String(row['hash']) },
      occurred_at: new Date(String(row['occurred_at'])),
    }));

function trailFaults(id: string, trail: Trail, values: readonly ArchiveRow[]): string[] {
  const faults: string[] = [];
  const verdict = judgeTrail(id, trail);
  if (!verdict.intact) faults.push(`The trail of ${id}, event ${verdict.seq}: ${verdict.problem}`);
  const bodies = new Map(trail.map(({ seq, body }) => [seq, body]));
  for (const { seq, name, value, salt } of values) {
    const body = bodies.get(Number(seq));
    const right =
      body !== undefined && isRecorded(body, String(name), { value: String(value), salt: String(salt) });
    if (!right)
      faults.push(`The value ${String(name)} of ${id}, event ${String(seq)}, is not the recorded one.`);
  }
  return faults;
}

function judgeTrail(id: string, trail: Trail): ReturnType<typeof judgeRows> {
  try {
    return judgeRows(id, trail);
  } catch {
    return { intact: false, seq: 1, problem: 'It cannot be read.' };
  }
}

/**
 * A seal may hold and be another document's: what its file says in itself of the document and its events is compared with
 * the rows, so that neither two sealed files can be exchanged, nor a trail be written anew around one.
 */
async function sealFaults(
  { names, file }: Archive,
  { id, sealed, behind, trail }: { id: string; sealed: string; behind: unknown; trail: Trail },
): Promise<string[]> {
  if (!names.has(`files/${sealed}`)) return [`The sealed file of ${id} is missing.`];
  const bytes = await file(sealed);
  if (!(await sealHolds(bytes).catch(() => false))) return [`The seal of ${sealed} does not hold.`];
  const said = sealedTrailIn(bytes);
  if (!said || trail[said.events - 1]?.hash !== said.chainHead)
    return [`The sealed file of ${id} tells of another document, or of another trail.`];
  if (typeof behind !== 'string') return [];
  const whole = Buffer.concat([bytes, names.has(`files/${behind}`) ? await file(behind) : new Uint8Array()]);
  if (whole.length > bytes.length && (await sealHolds(whole).catch(() => false))) return [];
  return [`What strengthens the seal of ${id} does not hold.`];
}

/** Rows in the order of their documents, taken by document. Of those in between that have none the ids are told. */
function byDocument(rows: AsyncGenerator<ArchiveRow>) {
  let next: ArchiveRow | undefined;
  let over = false;
  const idOf = (row: ArchiveRow): string => String(row['document_id']);
  const look = async (): Promise<ArchiveRow | undefined> => {
    if (next || over) return next;
    const { value, done } = await rows.next();
    over = done === true;
    next = done ? undefined : value;
    return next;
  };
  const take = async (fits: (id: string) => boolean): Promise<ArchiveRow[]> => {
    const taken: ArchiveRow[] = [];
    for (let row = await look(); row && fits(idOf(row)); row = await look()) {
      taken.push(row);
      next = undefined;
    }
    return taken;
  };
  return {
    of: (id: string) => take((its) => its === id),
    before: async (id?: string) => new Set((await take((its) => id === undefined || its < id)).map(idOf)),
  };
}
