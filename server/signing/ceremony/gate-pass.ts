import { createHmac } from 'node:crypto';
import { gateLifetime } from '#core/ceremony/gate.ts';
import { isProof, writeProof } from '../../foundation/crypto/expiring-proof.ts';
import type { StoredRecipient } from '../../records/document-store.ts';

type Gated = Pick<StoredRecipient, 'email' | 'accessCodeHash' | 'mailCode'>;
type Door = { linkId: string; recipient: Gated };

/** Returns true if this recipient's link requires a code. */
export function isGated({ accessCodeHash, mailCode }: Gated): boolean {
  return accessCodeHash !== null || mailCode;
}

/**
 * Creates the pass that a browser stores after the codes of a link were entered. It contains its expiry (ms
 * UTC) and an HMAC-SHA-256 over the expiry, the link, the address and the codes. Changing a code, the address
 * or the link invalidates it (S-12).
 */
export function createPass(key: Uint8Array, door: Door, now: number): string {
  return writeProof(now + gateLifetime, (until) => mac(key, door, until));
}

export function isPass(key: Uint8Array, door: Door, pass: string | undefined, now: number): boolean {
  return isProof(pass, now, (until) => mac(key, door, until));
}

function mac(key: Uint8Array, { linkId, recipient }: Door, until: string): string {
  const payload = ['gate pass', linkId, until, recipient.email, recipient.accessCodeHash, recipient.mailCode];
  return createHmac('sha256', key).update(JSON.stringify(payload)).digest('base64url');
}
