import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const [ivLength, tagLength] = [12, 16];

/**
 * Encrypts a secret for the database (S-38) and binds it to its owner, so that it cannot be decrypted in
 * another owner's row. Returns base64url of IV, tag and ciphertext.
 */
export function sealSecret(key: Buffer, owner: string, secret: Uint8Array): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(owner));
  const text = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
}

/** @throws if the secret was altered, or encrypted with another key or for another owner. */
export function openSecret(key: Buffer, owner: string, sealed: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivLength), { authTagLength: tagLength })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
  return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]);
}
