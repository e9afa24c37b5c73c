import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * The secret part of a signing link: base64url(16 random bytes of id ‖ 24 bytes of HMAC-SHA-256(link key,
 * id)). Only the id is stored, and the rest is derived when an email is sent, so no copy of the database
 * contains a usable link (S-09). A forged or mistyped link is rejected without a database query. A separate
 * row maps the id to its recipient (docs/decisions/0005).
 */
const idBytes = 16;
const macBytes = 24;

export function newLinkId(): string {
  return randomBytes(idBytes).toString('base64url');
}

export function linkToken(linkKey: Uint8Array, linkId: string): string {
  const id = Buffer.from(linkId, 'base64url');
  return Buffer.concat([id, mac(linkKey, id)]).toString('base64url');
}

/** Returns the link id of a genuine token, and undefined for anything else. */
export function readLinkToken(linkKey: Uint8Array, token: string): string | undefined {
  if (!/^[A-Za-z0-9_-]{54}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const id = bytes.subarray(0, idBytes);
  // The last character of unpadded base64url has spare bits, so only the canonical encoding is accepted.
  if (bytes.toString('base64url') !== token) return undefined;
  return timingSafeEqual(bytes.subarray(idBytes), mac(linkKey, id)) ? id.toString('base64url') : undefined;
}

function mac(linkKey: Uint8Array, id: Uint8Array): Buffer {
  return createHmac('sha256', linkKey).update('signing link').update(id).digest().subarray(0, macBytes);
}
