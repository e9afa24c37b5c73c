import { createHmac, timingSafeEqual } from 'node:crypto';
import { addressOf } from '#contract/address.ts';
import { mailPaths } from '#contract/paths.ts';
import { bytesOfId, idOfBytes, isId } from '../../../foundation/db/new-id.ts';
import type { MailDeps } from '../deps.ts';

/** The email that contained the link. It determines the recipient and the sending account. */
export type ChosenBy = { accountId: string; mailId: string };

/** Returns the URL of the block-and-report page for one email. */
export function choiceLink(
  { publicUrl, mailChoiceKey }: Pick<MailDeps, 'publicUrl' | 'mailChoiceKey'>,
  by: ChosenBy,
): string {
  const token = choiceToken(mailChoiceKey, by);
  return publicUrl + addressOf(mailPaths.showMailChoices, { params: { token } });
}

const macBytes = 16;
const idBytes = 16;

/**
 * Returns the secret of the link: base64url(16 bytes of HMAC-SHA-256 ‖ account ‖ mail). Every email to a
 * recipient contains one. It lets its holder block or report this account's emails to that address, opens no
 * document, and is not stored.
 */
function choiceToken(key: Uint8Array, { accountId, mailId }: ChosenBy): string {
  const payload = Buffer.concat([bytesOfId(accountId), bytesOfId(mailId)]);
  return Buffer.concat([mac(key, payload), payload]).toString('base64url');
}

/** Returns the content of a genuine token, and undefined for anything else. */
export function readChoiceToken(key: Uint8Array, token: string): ChosenBy | undefined {
  if (!/^[A-Za-z0-9_-]{64}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const payload = bytes.subarray(macBytes);
  if (!timingSafeEqual(bytes.subarray(0, macBytes), mac(key, payload))) return undefined;
  const [accountId, mailId] = [idOf(payload, 0), idOf(payload, idBytes)];
  return isId(accountId) && isId(mailId) ? { accountId, mailId } : undefined;
}

/** The prefix 'mail choice' prevents the use of tokens made for another purpose. */
function mac(key: Uint8Array, payload: Uint8Array): Buffer {
  return createHmac('sha256', key).update('mail choice').update(payload).digest().subarray(0, macBytes);
}

const idOf = (payload: Buffer, at: number): string => idOfBytes(payload.subarray(at, at + idBytes));
