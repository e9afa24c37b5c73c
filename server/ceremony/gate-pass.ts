import { createHmac } from 'node:crypto';
import { gateLifetime } from '#core/ceremony/gate.ts';
import { isSame } from '../crypto/is-same.ts';
import type { StoredRecipient } from '../records/document-store.ts';

type Gated = Pick<StoredRecipient, 'email' | 'accessCodeHash' | 'mailCode'>;
type Door = { linkId: string; recipient: Gated };

/** Whether this recipient's link opens only after a code. */
export function isGated({ accessCodeHash, mailCode }: Gated): boolean {
  return accessCodeHash !== null || mailCode;
}

/**
 * Kept by a browser once the codes of a link were entered there: the end of its time (ms UTC) and an
 * HMAC-SHA-256 over that, the link, the address and the codes themselves. Another code, another address or
 * another link needs another pass (S-12); none is stored.
 */
export function makePass(key: Uint8Array, door: Door, now: number): string {
  const until = String(now + gateLifetime);
  return `${until}.${mac(key, door, until)}`;
}

export function isPass(key: Uint8Array, door: Door, pass: string | undefined, now: number): boolean {
  const [until = '', proof = ''] = (pass ?? '').split('.');
  if (!/^\d{13,16}$/.test(until) || Number(until) <= now) return false;
  return isSame(proof, mac(key, door, until));
}

function mac(key: Uint8Array, { linkId, recipient }: Door, until: string): string {
  const said = ['gate pass', linkId, until, recipient.email, recipient.accessCodeHash, recipient.mailCode];
  return createHmac('sha256', key).update(JSON.stringify(said)).digest('base64url');
}
