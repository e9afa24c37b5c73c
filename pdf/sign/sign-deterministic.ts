import { p256 } from '@noble/curves/nist.js';
import { createPublicKey, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/**
 * Signs with ECDSA over P-256, SHA-256 and a deterministic nonce (RFC 6979). The same message always gives the
 * same bytes, and a weak random generator cannot reveal the key. Returns DER SEQUENCE { r, s }. OpenSSL verifies
 * the result before it is returned, so that a faulty computation cannot reveal the key either.
 *
 * @throws Error for a key that is not on P-256
 */
export function signP256(message: Uint8Array, privateKey: KeyObject): Uint8Array {
  const { crv, d } = privateKey.export({ format: 'jwk' });
  if (crv !== 'P-256' || d === undefined) throw new Error('not a key of P-256');
  const signature = p256.sign(message, Buffer.from(d, 'base64url'), { lowS: false, format: 'der' });
  if (!verify('sha256', message, createPublicKey(privateKey), signature))
    throw new Error('the new signature is invalid');
  return signature;
}
