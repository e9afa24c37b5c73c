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
  'sealed_sha256' | 'certificate_sha256' | 'files_kept' | 'sealed_elsewhere'
>;

/** As many files as this are remembered; a file never changes under its hash. */
const most = 10_000;
/** Whole evidence is larger, and is needed where one document is looked at. */
const mostEvidences = 100;

export type SealedTrails = {
  /** Undefined for a file that is not there, or that is no sealed one. */
  read(sealedSha256: string): Promise<SealedTrail | undefined>;
  /** The parsed evidence of a sealed file; undefined for a file that is missing or has none. */
  evidence(sealedSha256: string): Promise<unknown>;
  /**
   * How the trail in the database stands to the one inside the sealed file: whoever rewrites the one cannot rewrite
   * the other, which every party holds (T-04). The record of a document that was not completed is such a file too. Null while
   * there is neither; a trail that tells of a sealed file that is not there is not the same. Null also for a file that was
   * sealed elsewhere: its trail is not in this database.
   */
  compare(
    files: SealedFiles,
    events: readonly Pick<RecordedEvent, 'hash' | 'type'>[],
  ): Promise<{ same: true; sealed: SealedTrail } | { same: false } | null>;
};

/** Reads the heads of sealed files, each once. */
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
        const evidence = bytes && evidenceIn(bytes);
        if (evidence === undefined) return undefined;
        evidences.set(sealedSha256, evidence);
        for (const oldest of evidences.keys()) if (evidences.size > mostEvidences) evidences.delete(oldest);
      }
      return evidences.get(sealedSha256);
    },
    async compare(files, events) {
      const { sealed_sha256: sealedSha256, certificate_sha256: record, files_kept: kept } = files;
      if (files.sealed_elsewhere !== null) return null;
      if (sealedSha256 === null && events.some(({ type }) => type === 'document_sealed'))
        return { same: false };
      const sha256 = sealedSha256 ?? (kept ? record : null);
      // An import that follows other events brought the sealed file that proves them.
      if (sha256 === null) return events.slice(1).some(isImport) ? { same: false } : null;
      // A file that is not there, or is no sealed one, bears nothing out.
      const sealed = await remembered(sha256);
      return sealed && events[sealed.events - 1]?.hash === sealed.chainHead
        ? { same: true, sealed }
        : { same: false };
    },
  };
}

const isImport = ({ type }: Pick<RecordedEvent, 'type'>): boolean => type === 'document_imported';

/**
 * Which files hold the trail, asked after it has been read: of a seal that comes in between, the trail has all that is
 * in the file, while a file that is not known yet would make a trail with a seal in it one that was altered.
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

/** The parsed `evidence.json` inside a sealed file; undefined for a file without it. */
export function evidenceIn(sealed: Uint8Array): unknown {
  const bytes = readAttachment(sealed, 'evidence.json');
  return bytes && JSON.parse(Buffer.from(bytes).toString());
}
