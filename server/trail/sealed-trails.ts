import type { Kysely, Selectable } from 'kysely';
import { readAttachment } from '#pdf/read/read-attachment.ts';
import type { Schema } from '../db/schema.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { DocumentKey } from './append-event.ts';
import type { RecordedEvent } from './trail-store.ts';

/** The trail as it was when the file was sealed: how many events, and the hash of the last of them. */
export type SealedTrail = { events: number; chainHead: string };

/** Of a document's row the files that hold its trail: the sealed one, or the record of how it ended, while that is kept. */
export type SealedFiles = Pick<
  Selectable<Schema['documents']>,
  'sealed_sha256' | 'certificate_sha256' | 'files_kept'
>;

/** As many files as this are remembered; a file never changes under its hash. */
const most = 10_000;

export type SealedTrails = {
  /** Undefined for a file that is not there, or that is no sealed one. */
  read(sealedSha256: string): Promise<SealedTrail | undefined>;
  /**
   * How the trail in the database stands to the one inside the sealed file: whoever rewrites the one cannot rewrite
   * the other, which every party holds (T-04). The record of a document that was not completed is such a file too. Null while
   * there is neither; a trail that tells of a sealed file that is not there is not the same.
   */
  compare(
    files: SealedFiles,
    events: readonly Pick<RecordedEvent, 'hash' | 'type'>[],
  ): Promise<{ same: true; sealed: SealedTrail } | { same: false } | null>;
};

/** Reads the heads of sealed files, each once. */
export function openSealedTrails(files: Pick<FileStore, 'read'>): SealedTrails {
  const known = new Map<string, Promise<SealedTrail | undefined>>();
  const read = async (sha256: string): Promise<SealedTrail | undefined> =>
    sealedTrailIn(await files.read(sha256));
  const remembered = async (sealedSha256: string): Promise<SealedTrail | undefined> => {
    const reading = known.get(sealedSha256) ?? read(sealedSha256).catch(() => undefined);
    known.set(sealedSha256, reading);
    const sealed = await reading;
    if (!sealed) known.delete(sealedSha256);
    for (const oldest of known.keys()) if (known.size > most) known.delete(oldest);
    return sealed;
  };
  return {
    read: remembered,
    async compare({ sealed_sha256: sealedSha256, certificate_sha256: record, files_kept: kept }, events) {
      if (sealedSha256 === null && events.some(({ type }) => type === 'document_sealed'))
        return { same: false };
      const sha256 = sealedSha256 ?? (kept ? record : null);
      if (sha256 === null) return null;
      // A file that is not there, or is no sealed one, bears nothing out.
      const sealed = await remembered(sha256);
      return sealed && events[sealed.events - 1]?.hash === sealed.chainHead
        ? { same: true, sealed }
        : { same: false };
    },
  };
}

/**
 * Which files hold the trail, asked after it has been read: of a seal that comes in between, the trail has all that is
 * in the file, while a file that is not known yet would make a trail with a seal in it one that was altered.
 */
export async function sealedFilesOf(db: Kysely<Schema>, key: DocumentKey): Promise<SealedFiles> {
  const row = await db
    .selectFrom('documents')
    .select(['sealed_sha256', 'certificate_sha256', 'files_kept'])
    .where('account_id', '=', key.accountId)
    .where('id', '=', key.documentId)
    .executeTakeFirst();
  return row ?? { sealed_sha256: null, certificate_sha256: null, files_kept: false };
}

/** Of a test that was deleted for ever the sealed file goes too, so that its trail has nothing left to be compared with. */
export function wentWithTest(row: { test: boolean; purged_at: unknown; sealed_sha256: unknown }): boolean {
  return row.test && row.purged_at !== null && row.sealed_sha256 === null;
}

/** The same of a file that is at hand: its chain begins with the id of the document, so the head is of this one alone. */
export function sealedTrailIn(sealed: Uint8Array): SealedTrail | undefined {
  const bytes = readAttachment(sealed, 'evidence.json');
  if (!bytes) return undefined;
  const { events, chainHead } = JSON.parse(Buffer.from(bytes).toString()) as {
    events: unknown[];
    chainHead: string;
  };
  return { events: events.length, chainHead };
}
