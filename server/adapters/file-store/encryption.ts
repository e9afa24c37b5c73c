import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { NotAsKept, type Coding } from './coding.ts';

/** A master key of 32 bytes; it encrypts keys of files, and never a file itself. */
export type MasterKey = { readonly id: Buffer; readonly key: Buffer };

/** With `current` files are put, as they are where there is none; they are read with all of them. */
export type MasterKeys = { readonly current: MasterKey | undefined; readonly previous: readonly MasterKey[] };

/** `id` tells one key from another, and nothing of the key itself. */
export function masterKey(key: Buffer): MasterKey {
  if (key.length !== 32) throw new RangeError('A master key has 32 bytes.');
  const id = createHash('sha256').update('countersign key of files, its name\0').update(key).digest();
  return { id: id.subarray(0, lengths.id), key };
}

const cipher = 'aes-256-gcm';
const mark = Buffer.from('CSGNENC1');
const lengths = { id: 8, nonce: 12, key: 32, tag: 16 } as const;
/** Before the first piece stand: mark, id of the master key, nonce, the file's own key, tag. */
const headLength = mark.length + lengths.id + lengths.nonce + lengths.key + lengths.tag;
/** Bytes of a file that are encrypted and authenticated at once. The last piece may be shorter, also empty. */
const piece = 65_536;

/**
 * Files as AES-256-GCM (NIST SP 800-38D) in pieces, after the STREAM construction (Hoang, Reyhanitabar, Rogaway,
 * Vizár 2015): each file has a key of its own, the nonce of a piece is its number and whether it is the last, so that
 * none can be left out, moved or taken for the end. The file's key stands before the pieces, encrypted under a master
 * key. A file that lies there without the mark is from before there was a key, and is given back as it is.
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

/** Puts files as they are, and says of those that are encrypted that their key is missing. */
export const unencrypted = encryption({ current: undefined, previous: [] });

/** The id of the master key by which a kept file can be read, in hex; undefined for one that is not encrypted. */
export function keyIdOf(head: Buffer): string | undefined {
  if (head.length < headLength || !head.subarray(0, mark.length).equals(mark)) return undefined;
  return head.subarray(mark.length, mark.length + lengths.id).toString('hex');
}

async function* encrypted(bytes: AsyncIterable<Uint8Array>, master: MasterKey): AsyncGenerator<Buffer> {
  const fileKey = randomBytes(lengths.key);
  yield headOf(fileKey, master);
  let number = 0;
  // One is held back until another follows, since the last is marked as such.
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

/** Undefined for what was not written under one of these keys, whatever it begins with. */
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

/** Of a file that takes up `kept` bytes with its head and the tags of its pieces. */
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
  if (!held) throw new NotAsKept();
  yield openPiece(held, fileKey, nonceOf(number, true));
}

function sealPiece(bytes: Buffer, fileKey: Buffer, nonce: Buffer): Buffer {
  const sealing = createCipheriv(cipher, fileKey, nonce);
  return Buffer.concat([sealing.update(bytes), sealing.final(), sealing.getAuthTag()]);
}

function openPiece(bytes: Buffer, fileKey: Buffer, nonce: Buffer): Buffer {
  if (bytes.length < lengths.tag) throw new NotAsKept();
  const opening = createDecipheriv(cipher, fileKey, nonce, { authTagLength: lengths.tag });
  opening.setAuthTag(bytes.subarray(-lengths.tag));
  try {
    return Buffer.concat([opening.update(bytes.subarray(0, -lengths.tag)), opening.final()]);
  } catch {
    throw new NotAsKept();
  }
}

/** 11 bytes of number, one that says whether it is the last; a key encrypts one file, so that none comes twice. */
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
