import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { fromBufferPromise, openPromise, type Entry, type ZipFile } from 'yauzl';
import { z } from 'zod';
import {
  earlierColumns,
  entryNames,
  exportFormat,
  exportVersion,
  type ExportedTable,
  type ExportManifest,
} from '#core/export/export-format.ts';

/**
 * Maximum bytes of a row and of the manifest, larger than any genuine one. Without a limit, a small archive
 * could exhaust memory.
 */
const limits = { line: 64 * 1024 * 1024, manifest: 1024 * 1024 * 1024 };
/** Genuine text never compresses better than this. A higher ratio indicates a zip bomb. */
const maxRatio = 200;
const ratioMattersFrom = 10 * 1024 * 1024;

export type ArchiveRow = Record<string, unknown>;

/** An open archive. Entries are read from disk when needed, so that none has to fit in memory. */
export type Archive = {
  manifest: ExportManifest;
  names: ReadonlySet<string>;
  /**
   * Streams an entry that exists.
   * @throws if its bytes do not match the manifest
   */
  open(name: string): Promise<Readable>;
  /** Reads one of the account's files into memory. */
  file(sha256: string): Promise<Buffer>;
  /** Returns the size of a file in bytes; 0 if the archive does not contain it. */
  sizeOf(sha256: string): number;
  rows(table: ExportedTable): AsyncGenerator<ArchiveRow>;
  close(): void;
};

/** The reason why a file is not a valid archive, as a sentence. */
export class InvalidArchive extends Error {}

/** Opens an archive from disk or memory and checks the names of its entries first. */
export async function openArchive(source: string | Uint8Array): Promise<Archive> {
  const zip = await openZip(source);
  try {
    const entries = await listEntries(zip);
    const open = async (name: string): Promise<Readable> => {
      const entry = entries.get(name);
      if (!entry) throw new InvalidArchive(`${name} is missing.`);
      return zip.openReadStreamPromise(entry);
    };
    const listed = entries.get('manifest.json');
    if (!listed || listed.uncompressedSize > limits.manifest) throw new InvalidArchive(notOurs);
    const manifest = readManifest(await bytesOf(await open('manifest.json')));
    return {
      manifest,
      open,
      names: new Set(entries.keys()),
      close: () => zip.close(),
      file: async (sha256) => bytesOf(await open(`files/${sha256}`)),
      sizeOf: (sha256) => entries.get(`files/${sha256}`)?.uncompressedSize ?? 0,
      async *rows(table) {
        const name = `tables/${table}.ndjson`;
        // A table that only later versions have may be missing.
        if (entries.has(name))
          for await (const row of linesOf(await open(name))) yield currentNames(table, row);
      },
    };
  } catch (error) {
    zip.close();
    throw asNoArchive(error);
  }
}

function currentNames(table: ExportedTable, row: ArchiveRow): ArchiveRow {
  const names = earlierColumns[table];
  if (!names) return row;
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [names[name] ?? name, value]));
}

const notOurs = 'This is not an account archive, or it is from a newer version.';

async function openZip(source: string | Uint8Array): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true };
  try {
    if (typeof source === 'string') return await openPromise(source, options);
    return await fromBufferPromise(Buffer.from(source.buffer, source.byteOffset, source.byteLength), options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    throw asNoArchive(error);
  }
}

/** Converts any error caused by a broken archive to one with a readable message. */
function asNoArchive(error: unknown): InvalidArchive {
  if (error instanceof InvalidArchive) return error;
  return new InvalidArchive(`This file cannot be read as an archive: ${(error as Error).message}.`);
}

/** Rejects duplicate names, because ZIP readers differ in which entry they read. */
async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const { fileName: name, compressedSize: packed, uncompressedSize: size } = entry;
    if (!entryNames.test(name)) throw new InvalidArchive(`${shown(name)} does not belong in an archive.`);
    if (entries.has(name)) throw new InvalidArchive(`${name} appears twice.`);
    if (entry.isEncrypted()) throw new InvalidArchive(`${name} is encrypted.`);
    if (size > ratioMattersFrom && size > packed * maxRatio)
      throw new InvalidArchive(`${name} unpacks to an implausible size.`);
    entries.set(name, entry);
  }
  return entries;
}

const shown = (name: string): string => JSON.stringify(name.slice(0, 100));

const manifestShape = z.object({
  format: z.literal(exportFormat),
  version: z.literal(exportVersion),
  accountId: z.uuid(),
  madeAt: z.string(),
  missing: z.array(z.string()),
  entries: z.array(
    z.object({
      name: z.string(),
      bytes: z.number(),
      sha256: z.string(),
      rows: z.number().optional(),
    }),
  ),
});

function readManifest(bytes: Buffer): ExportManifest {
  try {
    return manifestShape.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    throw new InvalidArchive(notOurs);
  }
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Returns the actual length and hash of a stream. */
export async function measure(stream: Readable): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function* linesOf(stream: Readable): AsyncGenerator<ArchiveRow> {
  let begun: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield rowOf(Buffer.concat([...begun, chunk.subarray(from, end)]));
      [begun, length, from] = [[], 0, end + 1];
    }
    if (from === chunk.length) continue;
    begun.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > limits.line) throw new InvalidArchive('A row is longer than allowed.');
  }
  if (length > 0) yield rowOf(Buffer.concat(begun));
}

function rowOf(line: Buffer): ArchiveRow {
  try {
    const row: unknown = JSON.parse(line.toString('utf8'));
    if (row !== null && typeof row === 'object' && !Array.isArray(row)) return row as ArchiveRow;
  } catch {
    // The error below applies to invalid JSON too.
  }
  throw new InvalidArchive('A line of a table is not a row.');
}
