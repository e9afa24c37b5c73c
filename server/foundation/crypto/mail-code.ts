import { createHmac } from 'node:crypto';

/**
 * The six digits for a nonce. Derived when the mail is sent and when the code is checked; never stored
 * (S-09).
 */
export function mailCode(key: Uint8Array, nonce: string): string {
  const number = createHmac('sha256', key).update('mail code\0').update(nonce).digest().readUIntBE(0, 6);
  return String(number % 1_000_000).padStart(6, '0');
}
