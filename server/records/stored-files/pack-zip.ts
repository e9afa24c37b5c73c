import { Readable } from 'node:stream';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { FileStore } from '../../ports/file-store.ts';
import { openJoined, type Behind } from './send-file.ts';

/** Bytes in memory, or a stored file that is opened when it is written. */
export type ZipEntry = { name: string; bytes: Uint8Array } | { name: string; sha256: string; behind: Behind };

/**
 * Streams a ZIP file, so that a hundred large files never have to fit in memory. `as-they-are` entries are
 * not compressed, since PDFs already are.
 */
export function packZip(
  files: FileStore,
  entries: readonly ZipEntry[],
  options: { mtime: Date; entries: 'compressed' | 'as-they-are' },
): Readable {
  return Readable.from(zip(files, entries, options), { objectMode: false });
}

async function* zip(
  files: FileStore,
  entries: readonly ZipEntry[],
  { mtime, entries: kept }: { mtime: Date; entries: 'compressed' | 'as-they-are' },
): AsyncGenerator<Uint8Array> {
  let written: Uint8Array[] = [];
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    written.push(chunk);
  });
  const drain = (): Uint8Array[] => {
    const ready = written;
    written = [];
    return ready;
  };
  for (const entry of entries) {
    const part =
      kept === 'compressed' ? new ZipDeflate(entry.name, { level: 6 }) : new ZipPassThrough(entry.name);
    part.mtime = mtime;
    archive.add(part);
    if ('bytes' in entry) part.push(entry.bytes, true);
    else {
      const { stream } = await openJoined(files, entry.sha256, entry.behind);
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        part.push(chunk);
        yield* drain();
      }
      part.push(new Uint8Array(), true);
    }
    yield* drain();
  }
  archive.end();
  yield* drain();
}
