import { createDecipheriv } from 'node:crypto';
import { PdfDict, PdfName, PdfStream, PdfString } from '../../objects/objects.ts';
import type { PdfObject } from '../../objects/objects.ts';
import { findFileKey, md5, rc4 } from './file-key.ts';

type Cipher = 'none' | 'rc4' | 'aes128' | 'aes256';

/** Decrypts the strings and the stream data of one indirect object. */
export type Decrypt = (value: PdfObject, num: number, gen: number) => PdfObject;

/**
 * Returns the decryption function of a file that opens with the empty user password (§7.6). Returns 'password'
 * if a password is required, and 'unknown' for a nonstandard security handler. `encrypt` must be fully resolved.
 */
export function openEncryption(encrypt: PdfDict, fileId: Uint8Array): Decrypt | 'password' | 'unknown' {
  const filter = encrypt.get('Filter');
  if (filter instanceof PdfName && filter.value !== 'Standard') return 'unknown';
  const version = numberOf(encrypt, 'V', 0);
  if (![1, 2, 4, 5].includes(version)) return 'unknown';
  const key = findFileKey(encrypt, fileId);
  if (key === undefined) return 'password';
  const strings = cipherFor(encrypt, version, 'StrF');
  const streams = cipherFor(encrypt, version, 'StmF');
  const plainMetadata = encrypt.get('EncryptMetadata') === false;

  const decryptStream = (stream: PdfStream, num: number, gen: number): PdfStream => {
    const type = stream.dict.get('Type');
    const walked = new PdfDict();
    for (const [name, value] of stream.dict) walked.set(name, walk(value, num, gen));
    if (type instanceof PdfName && type.value === 'XRef') return stream;
    if (type instanceof PdfName && type.value === 'Metadata' && plainMetadata)
      return new PdfStream(walked, stream.bytes);
    const own = cryptFilterOf(stream.dict);
    const cipher = own === undefined ? streams : namedCipher(encrypt, own);
    return new PdfStream(walked, decipher(stream.bytes, cipher, key, num, gen));
  };
  const walk = (value: PdfObject, num: number, gen: number): PdfObject => {
    if (value instanceof PdfString)
      return new PdfString(decipher(value.bytes, strings, key, num, gen), value.hex);
    if (Array.isArray(value)) return value.map((item) => walk(item, num, gen));
    if (value instanceof PdfStream) return decryptStream(value, num, gen);
    if (!(value instanceof PdfDict)) return value;
    const walked = new PdfDict();
    for (const [name, item] of value) walked.set(name, walk(item, num, gen));
    return walked;
  };
  return walk;
}

function cipherFor(encrypt: PdfDict, version: number, use: 'StrF' | 'StmF'): Cipher {
  if (version < 4) return 'rc4';
  const named = encrypt.get(use);
  return namedCipher(encrypt, named instanceof PdfName ? named.value : 'Identity');
}

function namedCipher(encrypt: PdfDict, filterName: string): Cipher {
  const filters = encrypt.get('CF');
  const filter = filters instanceof PdfDict ? filters.get(filterName) : undefined;
  const method = filter instanceof PdfDict ? filter.get('CFM') : undefined;
  if (!(method instanceof PdfName)) return 'none';
  return (
    ({ V2: 'rc4', AESV2: 'aes128', AESV3: 'aes256' } as const)[method.value as 'V2' | 'AESV2' | 'AESV3'] ??
    'none'
  );
}

/** Returns the name in the stream's own /Crypt filter, or undefined if it has none (§7.6.5). */
function cryptFilterOf(dictionary: PdfDict): string | undefined {
  const filter = dictionary.get('Filter');
  const first = Array.isArray(filter) ? filter[0] : filter;
  if (!(first instanceof PdfName) || first.value !== 'Crypt') return undefined;
  const parms = dictionary.get('DecodeParms');
  const own = Array.isArray(parms) ? parms[0] : parms;
  const named = own instanceof PdfDict ? own.get('Name') : undefined;
  return named instanceof PdfName ? named.value : 'Identity';
}

function decipher(bytes: Uint8Array, cipher: Cipher, key: Uint8Array, num: number, gen: number): Uint8Array {
  if (cipher === 'none') return bytes;
  if (cipher === 'aes256') return aesCbc(bytes, key);
  // Algorithm 1 mixes the object's number and generation into the key.
  const salt = [num, num >> 8, num >> 16, gen, gen >> 8].map((part) => part & 0xff);
  const aes = cipher === 'aes128' ? [0x73, 0x41, 0x6c, 0x54] : [];
  const own = md5(key, Uint8Array.from([...salt, ...aes])).subarray(0, Math.min(16, key.length + 5));
  return cipher === 'rc4' ? rc4(own, bytes) : aesCbc(bytes, own);
}

/**
 * Decrypts AES-CBC, where the first 16 bytes are the initialization vector. Invalid padding is kept instead of
 * losing the data.
 */
function aesCbc(bytes: Uint8Array, key: Uint8Array): Uint8Array {
  const whole = bytes.length - (bytes.length % 16);
  if (whole < 32) return new Uint8Array(0);
  const cipher = createDecipheriv(`aes-${key.length === 32 ? 256 : 128}-cbc`, key, bytes.subarray(0, 16));
  cipher.setAutoPadding(false);
  const plain = cipher.update(bytes.subarray(16, whole));
  const padding = plain.at(-1) ?? 0;
  const length = padding >= 1 && padding <= 16 ? plain.length - padding : plain.length;
  return Uint8Array.from(plain.subarray(0, length));
}

function numberOf(dictionary: PdfDict, key: string, otherwise: number): number {
  const value = dictionary.get(key);
  return typeof value === 'number' ? value : otherwise;
}
