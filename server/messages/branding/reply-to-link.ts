import { createHmac, timingSafeEqual } from 'node:crypto';
import { bytesOfId, idOfBytes, isId } from '../../foundation/db/new-id.ts';

/**
 * Returns the secret of the link that confirms a reply-to address: base64url(request id ‖ HMAC-SHA-256 of
 * it). It is derived when the email is sent, and verified before any database access (S-09).
 */
export function replyToToken(key: Uint8Array, askId: string): string {
  const id = bytesOfId(askId);
  return Buffer.concat([id, mac(key, id)]).toString('base64url');
}

/** Returns the request id of a genuine token, and undefined for anything else. */
export function readReplyToToken(key: Uint8Array, token: string): string | undefined {
  if (!/^[A-Za-z0-9_-]{64}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const id = bytes.subarray(0, 16);
  if (!timingSafeEqual(bytes.subarray(16), mac(key, id))) return undefined;
  const askId = idOfBytes(id);
  return isId(askId) ? askId : undefined;
}

/** The prefix 'reply to' distinguishes these tokens from those for another purpose with the same bytes. */
function mac(key: Uint8Array, id: Uint8Array): Buffer {
  return createHmac('sha256', key).update('reply to').update(id).digest();
}
