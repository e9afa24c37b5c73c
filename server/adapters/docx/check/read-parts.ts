import type { Readable } from 'node:stream';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import { refuseUpload } from '#core/upload-refusal.ts';

/** Encodings in which all markup characters are ASCII, so that reading them as Latin-1 finds all markup. */
const likeAscii = /^(utf-?8|us-ascii|ascii|iso-8859-\d+|windows-125\d)$/i;

/**
 * Decodes an XML part to inspect its markup. Returns undefined if the encoding is unknown, because the checks
 * could then see different markup than the converter (XML 1.0 §4.3.3).
 */
function decodeXml(bytes: Buffer): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return bytes.subarray(2).toString('utf16le');
  if (first === 0xfe && second === 0xff) return bigEndian(bytes.subarray(2));
  if (first === 0x3c && second === 0x00) return bytes.toString('utf16le');
  if (first === 0x00 && second === 0x3c) return bigEndian(bytes);
  if (bytes.includes(0)) return undefined;
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(
    bytes.subarray(0, 400).toString('latin1'),
  );
  const encoding = declared?.[1] ?? 'utf-8';
  if (!likeAscii.test(encoding)) return undefined;
  return bytes.toString(/^utf-?8$/i.test(encoding) ? 'utf8' : 'latin1').replace(/^\uFEFF/, '');
}

function bigEndian(bytes: Buffer): string {
  return Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString('utf16le');
}

/** A part of the package. `text` is set only for XML. */
export type Part = { text: string | undefined };
/** The parts of the package by lowercase name, since OPC names are case-insensitive. */
export type Parts = ReadonlyMap<string, Part>;

/**
 * Limits of S-22, and the amount of XML that the converter can process within a minute. In bytes, except
 * `entries` and `ratio`.
 */
const limits = {
  entries: 2_000,
  unpacked: 200 * 1024 * 1024,
  xmlPart: 30 * 1024 * 1024,
  /** Total of all XML parts, since several checks read every character and the converter processes all of them. */
  xml: 40 * 1024 * 1024,
  ratio: 100,
  /**
   * Below this size, XML may have any compression ratio. A few pages of identical table rows compress very
   * well.
   */
  xmlRatioMattersFrom: 4 * 1024 * 1024,
  /** Below this size, the archive may have any compression ratio, for the same reason. */
  ratioMattersFrom: 20 * 1024 * 1024,
};

/**
 * Unpacks the archive by its central directory, counting actual bytes instead of the declared sizes. Pictures
 * are counted and discarded; only XML is kept.
 */
export async function readParts(docx: Uint8Array): Promise<Parts | Refusal> {
  const buffer = Buffer.from(docx.buffer, docx.byteOffset, docx.byteLength);
  try {
    const archive = await fromBufferPromise(buffer, { lazyEntries: true, strictFileNames: true });
    if (archive.entryCount > limits.entries) return tooComplex();
    return await readEntries(archive, docx.byteLength);
  } catch {
    // Every error from yauzl means that the archive is damaged or contains a path outside itself.
    return damaged();
  }
}

async function readEntries(archive: ZipFile, packedSize: number): Promise<Parts | Refusal> {
  const parts = new Map<string, Part>();
  const maxBytes = Math.min(limits.unpacked, Math.max(limits.ratioMattersFrom, packedSize * limits.ratio));
  let bytesLeft = maxBytes;
  let xml = 0;
  let packedXml = 0;
  for await (const entry of archive.eachEntry()) {
    const name = entry.fileName.toLowerCase();
    if (entry.isEncrypted()) return locked();
    if (isSymbolicLink(entry) || parts.has(name)) return damaged();
    if (entry.fileName.endsWith('/')) continue;
    const read = await readEntry(await archive.openReadStreamPromise(entry), bytesLeft);
    if (isRefusal(read)) return read;
    bytesLeft -= read.size;
    if (read.text !== undefined) {
      xml += read.size;
      packedXml += entry.compressedSize;
      const most = Math.max(limits.xmlRatioMattersFrom, packedXml * limits.ratio);
      if (xml > Math.min(limits.xml, most)) return tooLarge();
    }
    parts.set(name, { text: read.text });
  }
  return parts;
}

async function readEntry(stream: Readable, bytesLeft: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  let isXml: boolean | undefined;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    isXml ??= looksLikeXml(chunk);
    size += chunk.length;
    if (size > bytesLeft) return tooLarge();
    if (!isXml) continue;
    if (size > limits.xmlPart) return tooLarge();
    chunks.push(chunk);
  }
  if (!isXml) return { size, text: undefined };
  const text = decodeXml(Buffer.concat(chunks));
  return text === undefined ? damaged() : { size, text };
}

/**
 * Returns true if the content is XML, detected by its first character in any encoding, since part names can
 * be wrong.
 */
function looksLikeXml(start: Buffer): boolean {
  const first = start
    .subarray(0, 64)
    .find((byte) => ![0x00, 0xef, 0xbb, 0xbf, 0xfe, 0xff, 0x20, 0x09, 0x0a, 0x0d].includes(byte));
  return first === 0x3c;
}

/** The upper half of the attributes is the Unix file mode (APPNOTE 4.4.15). */
function isSymbolicLink(entry: Entry): boolean {
  return ((entry.externalFileAttributes >>> 16) & 0xf000) === 0xa000;
}

export const damaged = () =>
  refuseUpload(
    'word-damaged',
    'This Word document is damaged. Open it in Word, save it again and upload the new file.',
  );

const locked = () =>
  refuseUpload(
    'word-locked',
    'This file is locked with a password. Remove the password and upload it again.',
  );

const tooComplex = () =>
  refuseUpload('word-too-large', 'This Word document has too many parts. Save it as PDF and upload that.');

const tooLarge = () =>
  refuseUpload(
    'word-too-large',
    'This Word document is too large once unpacked. Save it as PDF and upload that.',
  );
