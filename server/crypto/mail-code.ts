import { createHmac } from 'node:crypto';

/** The six digits that belong to a nonce. Derived for the mail and for the comparison; kept nowhere (S-09). */
export function mailCode(key: Uint8Array, nonce: string): string {
  const number = createHmac('sha256', key).update('mail code\0').update(nonce).digest().readUIntBE(0, 6);
  return String(number % 1_000_000).padStart(6, '0');
}
