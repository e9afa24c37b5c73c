import { createECDH, createHash, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { integer, sequence } from '../verify/spelling/der.ts';

/** The order of P-256, and the length of its numbers in bytes. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const length = 32;

/**
 * ECDSA over P-256 with SHA-256 and a deterministic nonce (RFC 6979): the same message gives the same bytes,
 * and a weak random generator cannot reveal the key. Returns DER SEQUENCE { r, s }. OpenSSL multiplies the
 * points. Numbers combined with the key here are blinded, and the result is verified before it is returned.
 *
 * @throws Error for a key that is not on P-256
 */
export function signP256(message: Uint8Array, privateKey: KeyObject): Uint8Array {
  const { crv, d } = privateKey.export({ format: 'jwk' });
  if (crv !== 'P-256' || d === undefined) throw new Error('not a key of P-256');
  const secret = Buffer.from(d, 'base64url');
  const hash = createHash('sha256').update(message).digest();
  for (const nonce of nonces(secret, hash)) {
    const r = numberOf(pointOf(nonce).subarray(1, 1 + length)) % order;
    const s = r === 0n ? 0n : secondOf({ r, nonce, secret, hash });
    if (s === 0n) continue;
    const signature = sequence(integer(bytesOf(r)), integer(bytesOf(s)));
    if (!verify('sha256', message, createPublicKey(privateKey), signature))
      throw new Error('a signature that does not hold was made');
    return signature;
  }
  throw new Error('no nonce');
}

/** Yields the candidates for the nonce; usually the first is used (RFC 6979, 3.2). */
function* nonces(secret: Uint8Array, hash: Uint8Array): Generator<Uint8Array> {
  const seed = Buffer.concat([secret, bytesOf(numberOf(hash) % order)]);
  const hmac = (key: Uint8Array, ...parts: Uint8Array[]): Buffer =>
    createHmac('sha256', key).update(Buffer.concat(parts)).digest();
  let value: Uint8Array = Buffer.alloc(length, 1);
  let key: Uint8Array = Buffer.alloc(length, 0);
  for (const mark of [0, 1]) {
    key = hmac(key, value, Uint8Array.of(mark), seed);
    value = hmac(key, value);
  }
  for (;;) {
    value = hmac(key, value);
    const nonce = numberOf(value);
    if (nonce > 0n && nonce < order) yield value;
    key = hmac(key, value, Uint8Array.of(0));
    value = hmac(key, value);
  }
}

function pointOf(nonce: Uint8Array): Buffer {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(nonce);
  return pair.getPublicKey();
}

type Parts = { r: bigint; nonce: Uint8Array; secret: Uint8Array; hash: Uint8Array };

/** Computes (hash + r · secret) / nonce, multiplied by a secret random number that is divided out again. */
function secondOf({ r, nonce, secret, hash }: Parts): bigint {
  const blind = (numberOf(randomBytes(length + 8)) % (order - 1n)) + 1n;
  const top = (blind * (numberOf(hash) % order) + ((blind * numberOf(secret)) % order) * r) % order;
  return (top * inverse((blind * numberOf(nonce)) % order)) % order;
}

/** Uses Fermat's little theorem: the same steps for every number. */
function inverse(value: bigint): bigint {
  let [result, base] = [1n, value];
  for (let rest = order - 2n; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * base) % order;
    base = (base * base) % order;
  }
  return result;
}

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

const bytesOf = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(2 * length, '0'), 'hex');
