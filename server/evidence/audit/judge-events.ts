import type { EventType } from '#core/trail/event.ts';
import type { AuditDeps } from './deps.ts';
import { wasTestSealed, type SealedFiles, type SealedTrails } from '../../records/trail/sealed-trails.ts';
import { isRecorded, judgeRows, type EventRow } from '../../records/trail/trail-store.ts';
import type { AuditedEvent, JudgedEvent } from './audited-event.ts';

/**
 * Sets `altered` on events whose trail differs from what was recorded. A database owner can rewrite every
 * row, but not the sealed file, which contains the hash of the trail (T-04). Each trail is checked as a
 * whole, even if the list contains only some of its events.
 */
export async function judgeEvents(
  services: AuditDeps,
  accountId: string,
  events: readonly AuditedEvent[],
): Promise<JudgedEvent[]> {
  const altered = await alteredTrails(services, accountId, [
    ...new Set(events.flatMap(({ document }) => document?.id ?? [])),
  ]);
  return events.map((event) => ({
    ...event,
    altered: (event.document !== null && altered.has(event.document.id)) || hasChangedValue(event),
  }));
}

async function alteredTrails(
  { db, sealedTrails }: AuditDeps,
  accountId: string,
  documents: readonly string[],
): Promise<Set<string>> {
  if (documents.length === 0) return new Set();
  const rows = await db
    .selectFrom('events')
    .select(['document_id', 'id', 'type', 'occurred_at', 'body', 'hash'])
    .$narrowType<{ type: EventType }>()
    .where('account_id', '=', accountId)
    .where('document_id', 'in', documents)
    .orderBy('document_id')
    .orderBy('seq')
    .execute();
  const kept = await db
    .selectFrom('documents')
    .select(['id', 'sealed_sha256', 'certificate_sha256', 'files_kept', 'sealed_elsewhere'])
    .select(['test', 'purged_at'])
    .where('account_id', '=', accountId)
    .where('id', 'in', documents)
    .execute();
  const sealedOf = new Map(kept.filter((row) => !wasTestSealed(row)).map((row) => [row.id, row]));
  const altered = new Set<string>();
  // Checks the documents one after the other, because a page may refer to a hundred of them and each check
  // reads a whole sealed file.
  for (const [id, trail] of Map.groupBy(rows, ({ document_id: of }) => of)) {
    if (!(await matchesRecord(id, trail, sealedOf.get(id), sealedTrails))) altered.add(id);
  }
  return altered;
}

async function matchesRecord(
  id: string,
  trail: readonly EventRow[],
  files: SealedFiles | undefined,
  sealedTrails: SealedTrails,
): Promise<boolean> {
  if (!judgeRows(id, trail).intact) return false;
  // A test document that was permanently deleted leaves only its trail.
  if (!files) return true;
  return (await sealedTrails.compare(files, trail))?.same !== false;
}

function hasChangedValue({ proof }: AuditedEvent): boolean {
  if (!proof) return false;
  return Object.entries(proof.values).some(([name, kept]) => !isRecorded(proof.body, name, kept));
}
