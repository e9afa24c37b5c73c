import { createECDH, createHash } from 'node:crypto';
import type { JWK } from 'oidc-provider';
import { deriveSecret } from '../../foundation/crypto/secret-key.ts';

/** Order of the P-256 group (SEC 2 §2.4.2). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * Client id of this product, the embedded provider's only client. It contains only letters, so that no
 * encoding can change it.
 */
export const clientId = 'countersign';

export function clientSecret(secretKey: Buffer): string {
  return deriveSecret(secretKey, 'provider client').toString('hex');
}

export function cookieKeys(secretKey: Buffer): string[] {
  return [deriveSecret(secretKey, 'provider cookies').toString('base64url')];
}

/**
 * Returns the key that signs id tokens (ES256). It is derived from SECRET_KEY, so that it survives restarts
 * and is the same on all instances. Reducing 384 bits to 256 leaves no bias (FIPS 186-5 A.2.1).
 */
export function signingKey(secretKey: Buffer): JWK {
  const wide = BigInt(`0x${deriveSecret(secretKey, 'provider signing key', 48).toString('hex')}`);
  const scalar = Buffer.from(((wide % (order - 1n)) + 1n).toString(16).padStart(64, '0'), 'hex');
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(scalar);
  const point = ecdh.getPublicKey();
  const [x, y, d] = [point.subarray(1, 33), point.subarray(33), scalar].map((part) =>
    part.toString('base64url'),
  );
  const kid = createHash('sha256').update(point).digest('base64url').slice(0, 16);
  return { kty: 'EC', crv: 'P-256', x, y, d, kid, alg: 'ES256', use: 'sig' };
}
