import { createHmac } from 'node:crypto';

/**
 * Returns the six-digit code for a nonce. The code is derived when the email is sent and again when it is
 * checked, and never stored (S-09).
 */
export function mailCode(key: Uint8Array, nonce: string): string {
  const number = createHmac('sha256', key).update('mail code\0').update(nonce).digest().readUIntBE(0, 6);
  return String(number % 1_000_000).padStart(6, '0');
}
