import { readAttachment } from '#pdf/read/read-attachment.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { RecordedEvent } from './trail-store.ts';

/** The trail as it was when the file was sealed: how many events, and the hash of the last of them. */
export type SealedTrail = { events: number; chainHead: string };

/** As many files as this are remembered; a file never changes under its hash. */
const most = 10_000;

export type SealedTrails = {
  /** Undefined for a file that is not there, or that is no sealed one. */
  read(sealedSha256: string): Promise<SealedTrail | undefined>;
  /**
   * How the trail in the database stands to the one inside the sealed file: whoever rewrites the one cannot rewrite
   * the other, which every party holds (T-04). Null while there is no sealed file; a trail that tells of one that is not
   * there is not the same.
   */
  compare(
    sealedSha256: string | null,
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
    async compare(sealedSha256, events) {
      if (sealedSha256 === null)
        return events.some(({ type }) => type === 'document_sealed') ? { same: false } : null;
      // A file that is not there, or is no sealed one, bears nothing out.
      const sealed = await remembered(sealedSha256);
      return sealed && events[sealed.events - 1]?.hash === sealed.chainHead
        ? { same: true, sealed }
        : { same: false };
    },
  };
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
