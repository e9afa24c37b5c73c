import { createHmac, timingSafeEqual } from 'node:crypto';
import { bytesOfId, idOfBytes } from '../../foundation/db/new-id.ts';

/**
 * Returns the secret of a link in a mail of the provider: base64url of the mail's id and its HMAC. It is
 * derived when the mail is sent and verified before any database access, so a stolen database can be used
 * neither to set passwords nor to find existing links (S-09).
 */
export function identityLink(key: Uint8Array, mailId: string): string {
  const id = bytesOfId(mailId);
  return Buffer.concat([id, authenticate(key, id)]).toString('base64url');
}

/** Returns the id of the mail that contained the link; undefined if the link is not genuine. */
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
