import { createHmac, randomBytes } from 'node:crypto';
import { passkeyQuestionLifetime, passkeyStatement } from '#core/ceremony/passkey.ts';
import { isSame } from '../../../foundation/crypto/is-same.ts';
import { sha256 } from '../../../foundation/crypto/sha256.ts';

/** The signature to which a challenge belongs. The challenge cannot be used for another signature. */
export type PasskeySubject = {
  baseSha256: string;
  agreementSha256: string;
  recipientId: string;
  email: string;
};

/**
 * Creates a nonce that the server can verify without storing it: 16 random bytes, its expiry (ms UTC), and an
 * HMAC-SHA-256 over both and the subject. It cannot be reused, because each recipient signs only once.
 */
export function createNonce(key: Uint8Array, subject: PasskeySubject, now: number): string {
  const random = randomBytes(16).toString('base64url');
  const until = String(now + passkeyQuestionLifetime);
  return `${random}.${until}.${mac(key, subject, random, until)}`;
}

export function isOurNonce(key: Uint8Array, subject: PasskeySubject, nonce: string, now: number): boolean {
  const [random = '', until = '', proof = ''] = nonce.split('.');
  if (!/^\d{13,16}$/.test(until) || Number(until) <= now) return false;
  return isSame(proof, mac(key, subject, random, until));
}

/** Returns the challenge that the passkey signs, in base64url. */
export function challengeOf(subject: PasskeySubject, nonce: string): string {
  const digest = sha256(passkeyStatement({ ...subject, nonce }));
  return Buffer.from(digest, 'hex').toString('base64url');
}

/**
 * Returns a user id that is stable per mailbox and account, so that a device replaces its passkey instead of
 * collecting several.
 */
export function passkeyUserId(key: Uint8Array, accountId: string, email: string): string {
  const payload = JSON.stringify(['passkey user', accountId, email.toLowerCase()]);
  return createHmac('sha256', key).update(payload).digest('base64url');
}

function mac(
  key: Uint8Array,
  { baseSha256, agreementSha256, recipientId, email }: PasskeySubject,
  ...parts: string[]
): string {
  const payload = JSON.stringify([
    'passkey nonce',
    baseSha256,
    agreementSha256,
    recipientId,
    email,
    ...parts,
  ]);
  return createHmac('sha256', key).update(payload).digest('base64url');
}
