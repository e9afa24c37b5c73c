import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { EditedSince, type Coding } from './coding.ts';

/** A 32-byte master key. It encrypts only file keys, not files. */
export type MasterKey = { readonly id: Buffer; readonly key: Buffer };

/** New files are encrypted with `current`, or stored unencrypted if there is none. All keys can decrypt. */
export type MasterKeys = { readonly current: MasterKey | undefined; readonly previous: readonly MasterKey[] };

/** `id` identifies the key without revealing anything about it. */
export function masterKey(key: Buffer): MasterKey {
  if (key.length !== 32) throw new RangeError('A master key has 32 bytes.');
  const id = createHash('sha256').update('countersign key of files, its name\0').update(key).digest();
  return { id: id.subarray(0, lengths.id), key };
}

const cipher = 'aes-256-gcm';
const mark = Buffer.from('CSGNENC1');
const lengths = { id: 8, nonce: 12, key: 32, tag: 16 } as const;
/** Length of the header: mark, id of the master key, nonce, encrypted file key, tag. */
const headLength = mark.length + lengths.id + lengths.nonce + lengths.key + lengths.tag;
/** Number of bytes encrypted and authenticated together. The last piece may be shorter or empty. */
const piece = 65_536;

/**
 * Encrypts files with AES-256-GCM (NIST SP 800-38D) in pieces, using the STREAM construction (Hoang,
 * Reyhanitabar, Rogaway, Vizár 2015). Each file has its own key, which the header contains encrypted with a
 * master key. The nonce of a piece contains its number and whether it is the last, so that pieces cannot be
 * removed, moved or passed off as the end. A file without the mark was stored before encryption was enabled
 * and is returned unchanged.
 */
export function encryption({ current, previous }: MasterKeys): Coding {
  const known = [...(current ? [current] : []), ...previous];
  return {
    headLength,
    keep: (bytes) => (current ? encrypted(bytes, current) : bytes),
    read(head, rest, kept) {
      const fileKey = keyIn(head, known);
      return fileKey && { size: sizeOf(kept), bytes: decrypted(rest, fileKey) };
    },
    needs: keyIdOf,
  };
}

/** Stores files unencrypted, and reports a missing key for encrypted ones. */
export const unencrypted = encryption({ current: undefined, previous: [] });

/** Returns the hexadecimal id of the master key for a stored file; undefined if it is not encrypted. */
export function keyIdOf(head: Buffer): string | undefined {
  if (head.length < headLength || !head.subarray(0, mark.length).equals(mark)) return undefined;
  return head.subarray(mark.length, mark.length + lengths.id).toString('hex');
}

async function* encrypted(bytes: AsyncIterable<Uint8Array>, master: MasterKey): AsyncGenerator<Buffer> {
  const fileKey = randomBytes(lengths.key);
  yield headOf(fileKey, master);
  let number = 0;
  // Holds back each piece until the next one arrives, because the last piece is marked.
  let held: Buffer | undefined;
  for await (const next of inPieces(bytes)) {
    if (held) yield sealPiece(held, fileKey, nonceOf(number++, false));
    held = next;
  }
  yield sealPiece(held ?? Buffer.alloc(0), fileKey, nonceOf(number, true));
}

function headOf(fileKey: Buffer, { id, key }: MasterKey): Buffer {
  const nonce = randomBytes(lengths.nonce);
  const open = Buffer.concat([mark, id]);
  const sealing = createCipheriv(cipher, key, nonce).setAAD(open);
  const wrapped = Buffer.concat([sealing.update(fileKey), sealing.final()]);
  return Buffer.concat([open, nonce, wrapped, sealing.getAuthTag()]);
}

/**
 * Returns the file key; undefined if the header was not written with one of these master keys, even if it
 * starts with the mark.
 */
function keyIn(head: Buffer, keys: readonly MasterKey[]): Buffer | undefined {
  const id = keyIdOf(head);
  const master = keys.find((one) => one.id.toString('hex') === id);
  if (!master) return undefined;
  let at = mark.length + lengths.id;
  const take = (length: number): Buffer => head.subarray(at, (at += length));
  const [nonce, wrapped, tag] = [take(lengths.nonce), take(lengths.key), take(lengths.tag)];
  const opening = createDecipheriv(cipher, master.key, nonce, { authTagLength: lengths.tag });
  opening.setAAD(head.subarray(0, mark.length + lengths.id)).setAuthTag(tag);
  try {
    return Buffer.concat([opening.update(wrapped), opening.final()]);
  } catch {
    return undefined;
  }
}

/** Returns the plaintext size of a file with `kept` stored bytes, including header and tags. */
function sizeOf(kept: number): number {
  const behind = Math.max(0, kept - headLength);
  return Math.max(0, behind - Math.ceil(behind / (piece + lengths.tag)) * lengths.tag);
}

async function* decrypted(kept: AsyncIterable<Buffer>, fileKey: Buffer): AsyncGenerator<Buffer> {
  let number = 0;
  let held: Buffer | undefined;
  for await (const next of inPieces(kept, piece + lengths.tag)) {
    if (held) yield openPiece(held, fileKey, nonceOf(number++, false));
    held = next;
  }
  if (!held) throw new EditedSince();
  yield openPiece(held, fileKey, nonceOf(number, true));
}

function sealPiece(bytes: Buffer, fileKey: Buffer, nonce: Buffer): Buffer {
  const sealing = createCipheriv(cipher, fileKey, nonce);
  return Buffer.concat([sealing.update(bytes), sealing.final(), sealing.getAuthTag()]);
}

function openPiece(bytes: Buffer, fileKey: Buffer, nonce: Buffer): Buffer {
  if (bytes.length < lengths.tag) throw new EditedSince();
  const opening = createDecipheriv(cipher, fileKey, nonce, { authTagLength: lengths.tag });
  opening.setAuthTag(bytes.subarray(-lengths.tag));
  try {
    return Buffer.concat([opening.update(bytes.subarray(0, -lengths.tag)), opening.final()]);
  } catch {
    throw new EditedSince();
  }
}

/**
 * Returns the nonce: 11 bytes for the number and one for the end mark. A key encrypts only one file, so no
 * nonce is reused.
 */
function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(lengths.nonce);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

async function* inPieces(bytes: AsyncIterable<Uint8Array>, length = piece): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < length) continue;
    const whole = Buffer.concat(waiting);
    let at = 0;
    for (; size - at >= length; at += length) yield whole.subarray(at, at + length);
    waiting = [whole.subarray(at)];
    size -= at;
  }
  if (size > 0) yield Buffer.concat(waiting);
}
