import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { PdfDict, PdfName, PdfString } from '../../objects/objects.ts';

/** Padding of the empty password (§7.6.3.3, algorithm 2). */
const PADDING = Uint8Array.from(
  Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex'),
);

/**
 * Returns the file key for the empty password as user or owner password, or undefined if neither works.
 * `encrypt` is the resolved dictionary of the standard security handler.
 */
export function findFileKey(encrypt: PdfDict, fileId: Uint8Array): Uint8Array | undefined {
  const revision = numberOf(encrypt, 'R', 2);
  if (revision >= 5) return modernKey(encrypt, revision);
  const key = classicFileKey(encrypt, revision, fileId);
  if (key === undefined || numberOf(encrypt, 'V', 0) !== 4) return key;
  // Crypt filters use 16 bytes. A shorter key is padded with zeros.
  const whole = new Uint8Array(16);
  whole.set(key);
  return whole;
}

function classicFileKey(encrypt: PdfDict, revision: number, fileId: Uint8Array): Uint8Array | undefined {
  for (const length of keyLengths(encrypt, revision)) {
    const asUser = classicKey(encrypt, revision, fileId, PADDING, length);
    if (opensAsUser(encrypt, revision, fileId, asUser)) return asUser;
    const owner = userPasswordFromOwner(encrypt, revision, length);
    const asOwner = classicKey(encrypt, revision, fileId, owner, length);
    if (opensAsUser(encrypt, revision, fileId, asOwner)) return asOwner;
  }
  return undefined;
}

/** Returns the file key for revisions up to 4 (algorithm 2). */
function classicKey(
  encrypt: PdfDict,
  revision: number,
  fileId: Uint8Array,
  padded: Uint8Array,
  length: number,
): Uint8Array {
  const permissions = numberOf(encrypt, 'P', 0);
  const flags = Uint8Array.from([0, 8, 16, 24].map((shift) => (permissions >> shift) & 0xff));
  const parts = [padded, stringOf(encrypt, 'O').subarray(0, 32), flags, fileId];
  if (revision >= 4 && encrypt.get('EncryptMetadata') === false)
    parts.push(Uint8Array.of(255, 255, 255, 255));
  let key = md5(...parts);
  if (revision >= 3) for (let i = 0; i < 50; i++) key = md5(key.subarray(0, length));
  return key.subarray(0, length);
}

/**
 * Returns the possible key lengths in bytes, the most likely one first. Producers write bits or bytes, in either
 * of two entries.
 */
function keyLengths(encrypt: PdfDict, revision: number): number[] {
  if (revision < 3) return [5];
  const filters = encrypt.get('CF');
  const used = encrypt.get('StmF');
  const filter = filters instanceof PdfDict && used instanceof PdfName ? filters.get(used.value) : undefined;
  const given = [
    numberOf(encrypt, 'Length', 40),
    filter instanceof PdfDict ? numberOf(filter, 'Length', 128) : 128,
  ];
  const bytes = given.map((length) => (length < 40 ? length : length >> 3)).filter((n) => n >= 5 && n <= 16);
  if (numberOf(encrypt, 'V', 0) === 4) bytes.unshift(16);
  return [...new Set([...bytes, 16, 5])];
}

/** Checks the user password (algorithms 4 to 6). */
function opensAsUser(encrypt: PdfDict, revision: number, fileId: Uint8Array, key: Uint8Array): boolean {
  const expected = stringOf(encrypt, 'U');
  if (revision < 3) return same(rc4(key, PADDING), expected.subarray(0, 32));
  let value = rc4(key, md5(PADDING, fileId));
  for (let i = 1; i <= 19; i++)
    value = rc4(
      key.map((byte) => byte ^ i),
      value,
    );
  return same(value.subarray(0, 16), expected.subarray(0, 16));
}

/** Returns the user password derived from an empty owner password (algorithm 7). */
function userPasswordFromOwner(encrypt: PdfDict, revision: number, length: number): Uint8Array {
  let key = md5(PADDING);
  if (revision >= 3) for (let i = 0; i < 50; i++) key = md5(key);
  key = key.subarray(0, length);
  let value = stringOf(encrypt, 'O').subarray(0, 32);
  if (revision < 3) return rc4(key, value);
  for (let i = 19; i >= 0; i--)
    value = rc4(
      key.map((byte) => byte ^ i),
      value,
    );
  return value;
}

/** Computes the key with algorithm 2.A (ISO 32000-2) and the empty password. */
function modernKey(encrypt: PdfDict, revision: number): Uint8Array | undefined {
  const user = stringOf(encrypt, 'U');
  const owner = stringOf(encrypt, 'O');
  const hash = (salt: Uint8Array, more: Uint8Array): Uint8Array =>
    revision === 5 ? sha(256, salt, more) : hardenedHash(salt, more);
  const none = new Uint8Array(0);
  const userSalt = user.subarray(32, 40);
  const wholeUser = user.subarray(0, 48);
  if (same(hash(userSalt, none), user.subarray(0, 32))) {
    return unwrap(hash(user.subarray(40, 48), none), stringOf(encrypt, 'UE'));
  }
  if (same(hash(owner.subarray(32, 40), wholeUser), owner.subarray(0, 32))) {
    return unwrap(hash(owner.subarray(40, 48), wholeUser), stringOf(encrypt, 'OE'));
  }
  return undefined;
}

function unwrap(key: Uint8Array, wrapped: Uint8Array): Uint8Array | undefined {
  if (wrapped.length < 32) return undefined;
  const cipher = createDecipheriv('aes-256-cbc', key, new Uint8Array(16));
  cipher.setAutoPadding(false);
  return Uint8Array.from(cipher.update(wrapped.subarray(0, 32)));
}

/**
 * Computes algorithm 2.B (ISO 32000-2) for the empty password. `more` is the user string when the owner password
 * is checked.
 */
function hardenedHash(salt: Uint8Array, more: Uint8Array): Uint8Array {
  let key = sha(256, salt, more);
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const block = Buffer.concat([key, more]);
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32));
    cipher.setAutoPadding(false);
    const mixed = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => block)));
    const remainder = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = sha(remainder === 0 ? 256 : remainder === 1 ? 384 : 512, mixed);
    last = mixed.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

export function md5(...parts: Uint8Array[]): Uint8Array {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return Uint8Array.from(hash.digest());
}

function sha(bits: 256 | 384 | 512, ...parts: Uint8Array[]): Uint8Array {
  const hash = createHash(`sha${bits}`);
  for (const part of parts) hash.update(part);
  return Uint8Array.from(hash.digest());
}

/** RC4 for reading existing files, because Node's OpenSSL no longer includes it. */
export function rc4(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i);
  for (let i = 0, j = 0; i < 256; i++) {
    const swapped = state[i] ?? 0;
    j = (j + swapped + (key[i % key.length] ?? 0)) & 0xff;
    state[i] = state[j] ?? 0;
    state[j] = swapped;
  }
  const out = new Uint8Array(bytes.length);
  for (let n = 0, i = 0, j = 0; n < bytes.length; n++) {
    i = (i + 1) & 0xff;
    const swapped = state[i] ?? 0;
    j = (j + swapped) & 0xff;
    state[i] = state[j] ?? 0;
    state[j] = swapped;
    out[n] = (bytes[n] ?? 0) ^ (state[((state[i] ?? 0) + swapped) & 0xff] ?? 0);
  }
  return out;
}

const same = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

function numberOf(dictionary: PdfDict, key: string, otherwise: number): number {
  const value = dictionary.get(key);
  return typeof value === 'number' ? value : otherwise;
}

function stringOf(dictionary: PdfDict, key: string): Uint8Array {
  const value = dictionary.get(key);
  return value instanceof PdfString ? value.bytes : new Uint8Array(0);
}
