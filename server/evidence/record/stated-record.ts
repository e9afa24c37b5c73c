import type { Kysely } from 'kysely';
import type { Refusal } from '#core/refusal.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { sealedFilesOf, type SealedTrails } from '../../records/trail/sealed-trails.ts';
import { otherSeal } from '../../records/trail/stated-seals.ts';
import { readTrail } from '../../records/trail/trail-store.ts';
import { sealHolds } from './judge-seal.ts';

type Reading = { db: Kysely<Schema>; sealedTrails: SealedTrails; files: Pick<FileStore, 'read'> };
type Log = { error(facts: object, sentence: string): void };

/**
 * Refuses to serve the record of an ending if it does not match the audit trail. The trail cannot contain the
 * record's hash, because the record contains the whole trail. Instead, the record must have a valid seal and
 * contain this trail.
 */
export async function refuseOtherRecord(
  { db, sealedTrails, files }: Reading,
  { accountId, id: documentId, certificate }: Recorded,
  log: Log,
): Promise<Refusal | undefined> {
  const key = { accountId, documentId };
  const { events } = await readTrail(db, key);
  const compared = await sealedTrails.compare(await sealedFilesOf(db, key), events);
  if (compared?.same === true && (await holds(files, certificate.sha256))) return undefined;
  log.error({ documents: [documentId] }, 'the stored record does not match the trail, and is not served');
  return otherSeal;
}

type Recorded = { accountId: string; id: string; certificate: { sha256: string } };

async function holds(files: Reading['files'], sha256: string): Promise<boolean> {
  const bytes = await files.read(sha256);
  return sealHolds(bytes).catch(() => false);
}
