import type { Kysely, Selectable } from 'kysely';
import { recordInside } from '#pdf/verify/countersigned/record-inside.ts';
import { readAttachment } from '#pdf/read/read-attachment.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { DocumentKey } from './append-event.ts';
import type { RecordedEvent } from './trail-store.ts';

/** The trail when it was sealed: the number of events and the hash of the last one. */
export type SealedTrail = { events: number; chainHead: string };

/**
 * The files in a document's row that contain its trail: the sealed file or the record of its ending, unless
 * they were deleted.
 */
export type SealedFiles = Pick<
  Selectable<Schema['documents']>,
  'sealed_sha256' | 'certificate_sha256' | 'files_kept' | 'sealed_elsewhere'
>;

/** Maximum number of cached heads. A file never changes, since its name is its hash. */
const most = 10_000;
/** Evidence is larger, and only needed for viewing a single document. */
const maxEvidenceFiles = 100;

export type SealedTrails = {
  /** Returns undefined if the file is missing or not sealed. */
  read(sealedSha256: string): Promise<SealedTrail | undefined>;
  /** Returns the parsed evidence of a sealed file; undefined if the file is missing or has none. */
  evidence(sealedSha256: string): Promise<unknown>;
  /**
   * Compares the trail in the database with the one in the sealed file. Every party has that file, so an
   * attacker cannot rewrite both (T-04). The record of an ending is also such a file. Returns null if there
   * is neither, or if the file was sealed elsewhere, because its trail is not in this database. If the trail
   * mentions a sealed file that is missing, the two are not the same.
   */
  compare(
    files: SealedFiles,
    events: readonly Pick<RecordedEvent, 'hash' | 'type'>[],
  ): Promise<{ same: true; sealed: SealedTrail } | { same: false } | null>;
};

/** Creates a cache that reads the trail head of each sealed file once. */
export function openSealedTrails(store: Pick<FileStore, 'read'>): SealedTrails {
  const known = new Map<string, Promise<SealedTrail | undefined>>();
  const read = async (sha256: string): Promise<SealedTrail | undefined> =>
    sealedTrailIn(await store.read(sha256));
  const remembered = async (sealedSha256: string): Promise<SealedTrail | undefined> => {
    const reading = known.get(sealedSha256) ?? read(sealedSha256).catch(() => undefined);
    known.set(sealedSha256, reading);
    const sealed = await reading;
    if (!sealed) known.delete(sealedSha256);
    for (const oldest of known.keys()) if (known.size > most) known.delete(oldest);
    return sealed;
  };
  const evidences = new Map<string, unknown>();
  return {
    read: remembered,
    async evidence(sealedSha256) {
      if (!evidences.has(sealedSha256)) {
        const bytes = await store.read(sealedSha256).catch(() => undefined);
        const evidence = bytes && (await evidenceIn(bytes));
        if (evidence === undefined) return undefined;
        evidences.set(sealedSha256, evidence);
        for (const oldest of evidences.keys())
          if (evidences.size > maxEvidenceFiles) evidences.delete(oldest);
      }
      return evidences.get(sealedSha256);
    },
    async compare(files, events) {
      const { sealed_sha256: sealedSha256, certificate_sha256: record, files_kept: kept } = files;
      if (files.sealed_elsewhere !== null) return null;
      if (sealedSha256 === null && events.some(({ type }) => type === 'document_sealed'))
        return { same: false };
      const sha256 = sealedSha256 ?? (kept ? record : null);
      // If an import follows other events, there must have been a sealed file that proved them.
      if (sha256 === null) return events.slice(1).some(isImport) ? { same: false } : null;
      // A file that is missing or not sealed proves nothing.
      const sealed = await remembered(sha256);
      return sealed && events[sealed.events - 1]?.hash === sealed.chainHead
        ? { same: true, sealed }
        : { same: false };
    },
  };
}

const isImport = ({ type }: Pick<RecordedEvent, 'type'>): boolean => type === 'document_imported';

/**
 * Returns the files that contain the trail. Call this after reading the trail. If the document is sealed in
 * between, the file then contains every event that was read. In the reverse order, the trail could have a
 * seal event without a known file and look altered.
 */
export async function sealedFilesOf(db: Kysely<Schema>, key: DocumentKey): Promise<SealedFiles> {
  const row = await db
    .selectFrom('documents')
    .select(['sealed_sha256', 'certificate_sha256', 'files_kept', 'sealed_elsewhere'])
    .where('account_id', '=', key.accountId)
    .where('id', '=', key.documentId)
    .executeTakeFirst();
  return row ?? { sealed_sha256: null, certificate_sha256: null, files_kept: false, sealed_elsewhere: null };
}

/**
 * Returns true for a permanently deleted test document. Its sealed file is deleted too, so its trail cannot
 * be compared.
 */
export function wasTestSealed(row: { test: boolean; purged_at: unknown; sealed_sha256: unknown }): boolean {
  return row.test && row.purged_at !== null && row.sealed_sha256 === null;
}

/**
 * Returns the trail head in this file. The chain begins with the document's id, so the head belongs to no
 * other document.
 */
export async function sealedTrailIn(sealed: Uint8Array): Promise<SealedTrail | undefined> {
  const bytes = readAttachment(await recordInside(sealed), 'evidence.json');
  if (!bytes) return undefined;
  const { events, chainHead } = JSON.parse(Buffer.from(bytes).toString()) as {
    events: unknown[];
    chainHead: string;
  };
  return { events: events.length, chainHead };
}

/** Returns the sealed signing record inside a countersigned file. Returns any other file unchanged. */
export const sealedRecordIn = (sealed: Uint8Array): Promise<Uint8Array> => recordInside(sealed);

/** Returns the parsed `evidence.json` of a sealed file; undefined if it has none. */
export async function evidenceIn(sealed: Uint8Array): Promise<unknown> {
  const bytes = readAttachment(await recordInside(sealed), 'evidence.json');
  return bytes && (JSON.parse(Buffer.from(bytes).toString()) as unknown);
}
