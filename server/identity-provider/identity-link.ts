import { createHmac, timingSafeEqual } from 'node:crypto';
import { bytesOfId, idOfBytes } from '../db/new-id.ts';

/**
 * The secret of a link that a mail of the provider carries: base64url of the mail's id and an HMAC of it. It is
 * derived when the mail goes out and checked before the database is asked, so nobody can use a stolen database
 * to set passwords, nor search it for a link that exists (S-09).
 */
export function identityLink(key: Uint8Array, mailId: string): string {
  const id = bytesOfId(mailId);
  return Buffer.concat([id, authenticate(key, id)]).toString('base64url');
}

/** The id of the mail that a link came in; undefined when it is none of ours. */
export function mailOfLink(key: Uint8Array, link: string): string | undefined {
  const bytes = Buffer.from(link, 'base64url');
  if (bytes.length !== 48 || bytes.toString('base64url') !== link) return undefined;
  const id = bytes.subarray(0, 16);
  if (!timingSafeEqual(bytes.subarray(16), authenticate(key, id))) return undefined;
  return idOfBytes(id);
}

function authenticate(key: Uint8Array, id: Buffer): Buffer {
  return createHmac('sha256', key).update(id).digest();
}
