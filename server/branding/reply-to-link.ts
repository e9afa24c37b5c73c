import { createHmac, timingSafeEqual } from 'node:crypto';
import { bytesOfId, idOfBytes, isId } from '../db/new-id.ts';

/**
 * base64url(the asking's id ‖ HMAC-SHA-256 of it): the secret of the one link that confirms where answers go. It is derived
 * when the mail goes out and checked before the database is asked (S-09).
 */
export function replyToToken(key: Uint8Array, askId: string): string {
  const id = bytesOfId(askId);
  return Buffer.concat([id, mac(key, id)]).toString('base64url');
}

/** The asking that a genuine token names; undefined for anything else. */
export function readReplyToToken(key: Uint8Array, token: string): string | undefined {
  if (!/^[A-Za-z0-9_-]{64}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const id = bytes.subarray(0, 16);
  if (!timingSafeEqual(bytes.subarray(16), mac(key, id))) return undefined;
  const askId = idOfBytes(id);
  return isId(askId) ? askId : undefined;
}

/** 'reply to': a token made for another purpose with the same bytes is not one of these. */
function mac(key: Uint8Array, id: Uint8Array): Buffer {
  return createHmac('sha256', key).update('reply to').update(id).digest();
}
