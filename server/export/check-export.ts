import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { exportFormat, exportVersion, type ExportManifest } from '#core/export/export-format.ts';
import type { EventType } from '#core/trail/event.ts';
import { sealHolds } from '../sealing/judge-seal.ts';
import { isRecorded, judgeRows } from '../trail/trail-store.ts';

export type ExportVerdict = {
  documents: number;
  events: number;
  files: number;
  seals: number;
  faults: string[];
};
type Row = Record<string, unknown>;

/** Looks at an archive without any server: every entry and file by its hash, every trail and value, every seal. */
export async function checkExport(zip: Uint8Array): Promise<ExportVerdict> {
  const entries = unzipSync(zip);
  const text = (name: string): string => Buffer.from(entries[name] ?? new Uint8Array()).toString('utf8');
  const manifest = JSON.parse(text('manifest.json') || '{}') as Partial<ExportManifest>;
  if (manifest.format !== exportFormat || manifest.version !== exportVersion) {
    return { ...empty, faults: ['This is no archive of an account, or one of a newer version.'] };
  }
  const rows = (table: string): Row[] =>
    text(`tables/${table}.ndjson`)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Row);
  const faults = [
    ...entryFaults(manifest.entries ?? [], entries),
    ...(manifest.missing ?? []).map((sha256) => `The file ${sha256} is missing.`),
  ];
  const events = rows('events');
  faults.push(...trailFaults(events, rows('event_values')));
  const sealed = rows('documents').flatMap(({ sealed_sha256: sha256 }) =>
    typeof sha256 === 'string' ? [sha256] : [],
  );
  for (const sha256 of sealed) {
    const file = entries[`files/${sha256}`];
    if (!file || !(await sealHolds(file))) faults.push(`The seal of ${sha256} does not hold.`);
  }
  const files = Object.keys(entries).filter((name) => name.startsWith('files/')).length;
  return { documents: rows('documents').length, events: events.length, files, seals: sealed.length, faults };
}

const empty = { documents: 0, events: 0, files: 0, seals: 0 };
function entryFaults(listed: ExportManifest['entries'], entries: Record<string, Uint8Array>): string[] {
  const faults = listed.flatMap(({ name, bytes, sha256 }) => {
    const entry = entries[name];
    if (!entry) return [`${name} is missing.`];
    const right =
      entry.length === bytes &&
      hash(entry) === sha256 &&
      (!name.startsWith('files/') || name === `files/${sha256}`);
    return right ? [] : [`${name} is not what it was.`];
  });
  const known = new Set(['manifest.json', ...listed.map(({ name }) => name)]);
  return [
    ...faults,
    ...Object.keys(entries)
      .filter((name) => !known.has(name))
      .map((name) => `${name} is not listed.`),
  ];
}

function trailFaults(events: Row[], values: Row[]): string[] {
  const byDocument = Map.groupBy(events, ({ document_id: id }) => String(id));
  const faults: string[] = [];
  for (const [id, rows] of byDocument) {
    const trail = rows
      .toSorted((a, b) => Number(a['seq']) - Number(b['seq']))
      .map((row) => ({
        ...{
          id: String(row['id']),
          type: row['type'] as EventType,
          body: String(row['body']),
          hash: String(row['hash']),
        },
        occurred_at: new Date(String(row['occurred_at'])),
      }));
    const verdict = judgeRows(id, trail);
    if (!verdict.intact) faults.push(`The trail of ${id}, event ${verdict.seq}: ${verdict.problem}`);
  }
  const bodies = new Map(
    events.map((row) => [`${String(row['document_id'])} ${String(row['seq'])}`, String(row['body'])]),
  );
  for (const { document_id: id, seq, name, value, salt } of values) {
    const body = bodies.get(`${String(id)} ${String(seq)}`);
    const right =
      body !== undefined && isRecorded(body, String(name), { value: String(value), salt: String(salt) });
    if (!right)
      faults.push(
        `The value ${String(name)} of ${String(id)}, event ${String(seq)}, is not the recorded one.`,
      );
  }
  return faults;
}

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
