import { createHmac, timingSafeEqual } from 'node:crypto';
import { noticeKindNames, type NoticeKind } from '#core/notice/kinds.ts';
import { addressOf } from '#contract/address.ts';
import { mailPaths } from '#contract/paths.ts';
import { bytesOfId, idOfBytes, isId } from '../../../foundation/db/new-id.ts';
import type { MailDeps } from '../deps.ts';

/** The member, and the kind of notification to disable. */
export type Subscribed = { accountId: string; userId: string; news: NoticeKind };

/** Returns the URL with which a member disables emails of this kind. */
export function unsubscribeLink(
  { publicUrl, unsubscribeKey }: Pick<MailDeps, 'publicUrl' | 'unsubscribeKey'>,
  subscribed: Subscribed,
): string {
  const token = unsubscribeToken(unsubscribeKey, subscribed);
  return publicUrl + addressOf(mailPaths.unsubscribe, { params: { token } });
}

const macBytes = 16;
const idBytes = 16;

/**
 * Returns the secret of the link: base64url(16 bytes of HMAC-SHA-256 ‖ account ‖ user ‖ kind of notice). Mail
 * programs follow it without a session (RFC 8058 §3.2), so the link alone is the permission to disable one
 * kind of email, and nothing else. It works as long as the email exists, and is not stored.
 */
function unsubscribeToken(key: Uint8Array, { accountId, userId, news }: Subscribed): string {
  const payload = Buffer.concat([bytesOfId(accountId), bytesOfId(userId), Buffer.from(news)]);
  return Buffer.concat([mac(key, payload), payload]).toString('base64url');
}

/** Returns the content of a genuine token, and undefined for anything else. */
export function readUnsubscribeToken(key: Uint8Array, token: string): Subscribed | undefined {
  if (!/^[A-Za-z0-9_-]{64,120}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const payload = bytes.subarray(macBytes);
  if (bytes.length <= macBytes + 2 * idBytes) return undefined;
  if (!timingSafeEqual(bytes.subarray(0, macBytes), mac(key, payload))) return undefined;
  const news = noticeKindNames.find((name) => name === payload.subarray(2 * idBytes).toString());
  const [accountId, userId] = [idOf(payload, 0), idOf(payload, idBytes)];
  return news && isId(accountId) && isId(userId) ? { accountId, userId, news } : undefined;
}

function mac(key: Uint8Array, payload: Uint8Array): Buffer {
  return createHmac('sha256', key).update('unsubscribe').update(payload).digest().subarray(0, macBytes);
}

const idOf = (payload: Buffer, at: number): string => idOfBytes(payload.subarray(at, at + idBytes));
