import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Deflate } from 'fflate';
import type { ExportEntry } from '#core/export/export-format.ts';

/** From this size on, numbers need a 64-bit field (APPNOTE 4.5.3). */
const wide = 0xffff_ffff;

type Listed = { name: Buffer; method: 0 | 8; crc: number; packed: number; size: number; at: number };

/**
 * Streams a ZIP archive with any size and number of entries (ZIP64), because an account may exceed the four
 * gigabytes of a plain ZIP. Each entry may have up to four gigabytes.
 */
export function openZip(moment: Date) {
  const listed: Listed[] = [];
  const entries: ExportEntry[] = [];
  let ready: Uint8Array[] = [];
  let length = 0;
  let entry: (Listed & { hash: Hash; rows: number; deflate: Deflate | undefined }) | undefined;
  const put = (chunk: Uint8Array): void => {
    ready.push(chunk);
    length += chunk.length;
  };
  const packed = (chunk: Uint8Array): void => {
    entry!.packed += chunk.length;
    put(chunk);
  };
  const when = dosTime(moment);
  return {
    entries,
    begin(name: string, kind: 'text' | 'packed'): void {
      const method = kind === 'text' ? 8 : 0;
      const deflate = method === 8 ? new Deflate({ level: 6 }, packed) : undefined;
      const counts = { crc: 0, packed: 0, size: 0, at: length, rows: 0 };
      entry = { name: Buffer.from(name), method, ...counts, hash: createHash('sha256'), deflate };
      put(localHeader(entry, when));
    },
    write(chunk: Uint8Array, rows = 0): void {
      if (!entry || chunk.length === 0) return;
      entry.hash.update(chunk);
      entry.crc = crc32(chunk, entry.crc);
      entry.size += chunk.length;
      entry.rows += rows;
      if (entry.size >= wide) throw new Error(`${entry.name.toString()} is too long for an archive.`);
      if (entry.deflate) entry.deflate.push(chunk);
      else packed(chunk);
    },
    end({ listed: isListed = true } = {}): void {
      entry!.deflate?.push(new Uint8Array(), true);
      const { name, size, hash, rows, ...rest } = entry!;
      put(descriptor(entry!));
      listed.push({ name, size, ...rest });
      if (!isListed) return;
      const named = name.toString();
      const ofTable = named.startsWith('tables/');
      entries.push({ name: named, bytes: size, sha256: hash.digest('hex'), ...(ofTable && { rows }) });
    },
    close(): void {
      const at = length;
      for (const one of listed) put(centralHeader(one, when));
      put(ending(listed.length, length - at, at));
    },
    drain(): Uint8Array[] {
      const made = ready;
      ready = [];
      return made;
    },
  };
}

/**
 * Names are in UTF-8, and lengths follow the bytes because they are not known earlier (APPNOTE 4.4.4, bits 11
 * and 3).
 */
const flags = 0x0808;

function localHeader({ name, method }: Listed, when: number): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(method, 8);
  header.writeUInt32LE(when, 10);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function descriptor({ crc, packed, size }: Listed): Buffer {
  const written = Buffer.alloc(16);
  written.writeUInt32LE(0x0807_4b50, 0);
  written.writeUInt32LE(crc, 4);
  written.writeUInt32LE(packed, 8);
  written.writeUInt32LE(size, 12);
  return written;
}

function centralHeader({ name, method, crc, packed, size, at }: Listed, when: number): Buffer {
  const far = at >= wide;
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x0201_4b50, 0);
  header.writeUInt16LE(far ? 45 : 20, 4);
  header.writeUInt16LE(far ? 45 : 20, 6);
  header.writeUInt16LE(flags, 8);
  header.writeUInt16LE(method, 10);
  header.writeUInt32LE(when, 12);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(packed, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(far ? 12 : 0, 30);
  header.writeUInt32LE(far ? wide : at, 42);
  const extra = Buffer.alloc(far ? 12 : 0);
  if (far) {
    extra.writeUInt16LE(0x0001, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(at), 4);
  }
  return Buffer.concat([header, name, extra]);
}

/** Writes the ZIP64 end record before the plain one if a number does not fit. */
function ending(count: number, size: number, at: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(Math.min(count, 0xffff), 8);
  end.writeUInt16LE(Math.min(count, 0xffff), 10);
  end.writeUInt32LE(Math.min(size, wide), 12);
  end.writeUInt32LE(Math.min(at, wide), 16);
  if (count < 0xffff && at + size < wide) return end;
  const far = Buffer.alloc(76);
  far.writeUInt32LE(0x0606_4b50, 0);
  far.writeBigUInt64LE(44n, 4);
  far.writeUInt16LE(45, 12);
  far.writeUInt16LE(45, 14);
  far.writeBigUInt64LE(BigInt(count), 24);
  far.writeBigUInt64LE(BigInt(count), 32);
  far.writeBigUInt64LE(BigInt(size), 40);
  far.writeBigUInt64LE(BigInt(at), 48);
  far.writeUInt32LE(0x0706_4b50, 56);
  far.writeBigUInt64LE(BigInt(at + size), 64);
  far.writeUInt32LE(1, 72);
  return Buffer.concat([far, end]);
}

/** Times are written in UTC, so that the archive does not depend on the local time zone. */
function dosTime(at: Date): number {
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return (day * 0x1_0000 + time) >>> 0;
}
