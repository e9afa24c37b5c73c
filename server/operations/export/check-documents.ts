import { compareWithEvidence, describeContradiction } from '#core/document/compare-with-evidence.ts';
import { missingValues } from '#core/trail/missing-values.ts';
import { statedByRows } from '../../records/stated-rows.ts';
import { sealHolds } from '../../evidence/record/judge-seal.ts';
import { evidenceIn, sealedTrailIn } from '../../records/trail/sealed-trails.ts';
import { isRecorded, judgeRows } from '../../records/trail/trail-store.ts';
import { documentsOf, type DocumentParts, type Trail } from './document-parts.ts';
import { addFault, type FaultsById } from './faults-by-id.ts';
import { findImpossibleStates } from './impossible-states.ts';
import type { Archive, ArchiveRow } from './read-archive.ts';

export type Counts = { documents: number; events: number; seals: number };
type Tell = (line: string) => void;

/**
 * Checks one document at a time: its audit trail, its personal values, its seal, and its rows against the
 * sealed evidence. Adds to the known faults. Does not continue with a document after its first fault.
 */
export async function documentFaults(
  archive: Archive,
  counts: Counts,
  faults: FaultsById,
  tell: Tell,
): Promise<void> {
  const seen = new Set<string>();
  const stray = (id: string): void =>
    addFault(faults, id, `The document ${id} is missing although the archive contains its rows.`);
  for await (const parts of documentsOf(archive, stray)) {
    counts.documents += 1;
    counts.events += parts.trail.length;
    if (seen.has(parts.id)) addFault(faults, parts.id, `The document ${parts.id} is in the archive twice.`);
    seen.add(parts.id);
    if (faults.has(parts.id)) continue;
    const own = await faultsOf(archive, parts);
    if (own.length > 0) addFault(faults, parts.id, ...own);
    if (sealOf(parts.document).sealed === undefined) continue;
    counts.seals += 1;
    if (counts.seals % 100 === 0) tell(`${counts.seals} seals examined`);
  }
}

async function faultsOf(archive: Archive, parts: DocumentParts): Promise<string[]> {
  const { id, document, trail } = parts;
  const faults = trailFaults(id, trail, parts.event_values);
  if (trail.length === 0) faults.push(`The document ${id} has no trail.`);
  if (faults.length > 0) return faults;
  faults.push(...findImpossibleStates(parts));
  const { sealed, behind } = sealOf(document);
  if (sealed !== undefined) faults.push(...(await sealFaults(archive, parts, { sealed, behind })));
  return faults;
}

/**
 * Returns the sealed file of a completed document with its appended long-term validation data. For other
 * documents, returns the sealed record of the ending, if it is still stored.
 */
export function sealOf(document: ArchiveRow): { sealed: string | undefined; behind: string | undefined } {
  const { sealed_sha256: sealed, augmentation_sha256: behind, certificate_sha256: record } = document;
  if (typeof sealed === 'string') return { sealed, behind: typeof behind === 'string' ? behind : undefined };
  const isKept = document['files_kept'] !== false && typeof record === 'string';
  return { sealed: isKept ? record : undefined, behind: undefined };
}

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

const valuesBeside = ({ event_values: values }: DocumentParts, of: number): ReadonlySet<string> =>
  new Set(values.filter(({ seq }) => Number(seq) === of).map(({ name }) => String(name)));

/**
 * A valid seal may belong to another document. Comparing the sealed evidence with the audit trail and every
 * row ensures that no one can swap sealed files, rebuild a trail around a seal, or change a person, title,
 * time or value.
 */
async function sealFaults(
  { names, file }: Archive,
  parts: DocumentParts,
  { sealed, behind }: { sealed: string; behind: string | undefined },
): Promise<string[]> {
  const { id, trail } = parts;
  if (!names.has(`files/${sealed}`)) return [`The sealed file of ${id} is missing.`];
  const bytes = await file(sealed);
  if (!(await sealHolds(bytes).catch(() => false))) return [`The seal of ${sealed} is not valid.`];
  const said = await sealedTrailIn(bytes);
  if (!said || trail[said.events - 1]?.hash !== said.chainHead)
    return [`The sealed file of ${id} belongs to another document, or to another trail.`];
  const later = trail.slice(said.events).map(({ body }) => body);
  const lost = missingValues(trail.map((event) => ({ ...event, values: valuesBeside(parts, event.seq) })));
  if (lost.length > 0)
    return lost.map(
      ({ seq, name }) => `The document ${id}: event ${seq} of its trail lacks its value ${name}.`,
    );
  const contradictions = compareWithEvidence(statedByRows(parts), await evidenceIn(bytes), later);
  if (contradictions.length > 0)
    return contradictions.map((one) => `The document ${id}: ${describeContradiction(one)}`);
  if (behind === undefined) return [];
  const whole = Buffer.concat([bytes, names.has(`files/${behind}`) ? await file(behind) : new Uint8Array()]);
  if (whole.length > bytes.length && (await sealHolds(whole).catch(() => false))) return [];
  return [`The long-term validation data of ${id} is not valid.`];
}
