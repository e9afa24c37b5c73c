import type { Kysely } from 'kysely';
import { compareWithEvidence, type Contradiction } from '#core/document/compare-with-evidence.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { readDocumentRows, statedByRows } from '../stated-rows.ts';
import type { DocumentKey } from './append-event.ts';
import type { SealedFiles, SealedTrails } from './sealed-trails.ts';
import type { RecordedEvent } from './trail-store.ts';

type Comparing = { db: Kysely<Schema>; sealedTrails: Pick<SealedTrails, 'compare' | 'evidence'> };

/**
 * Returns true if a document's trail and rows all match its sealed evidence; null if it has no sealed file of
 * this server.
 */
export async function matchesSealedTrail(
  { db, sealedTrails }: Comparing,
  key: DocumentKey,
  files: SealedFiles,
  events: readonly RecordedEvent[],
): Promise<boolean | null> {
  const compared = await sealedTrails.compare(files, events);
  if (!compared?.same) return compared && false;
  return (await contradictions({ db, sealedTrails }, key, files, events)).length === 0;
}

async function contradictions(
  { db, sealedTrails }: Comparing,
  key: DocumentKey,
  { sealed_sha256: sealed, certificate_sha256: record }: SealedFiles,
  events: readonly RecordedEvent[],
): Promise<Contradiction[]> {
  const evidence = await sealedTrails.evidence(sealed ?? record ?? '');
  const rows = await readDocumentRows(db, key);
  if (!rows || evidence === undefined) return [];
  const { length } = (evidence as { events: readonly unknown[] }).events;
  const later = events.slice(length).map(({ body }) => body);
  return compareWithEvidence(statedByRows(rows), evidence, later);
}
