import type { AddressOwner } from './confirmed-address.ts';

/**
 * Whether somebody runs this server: the settings name their address. It has to be confirmed, since whoever types the
 * operator's address when they sign up has not shown that they read its mail.
 */
export function isOperator(
  addresses: readonly string[],
  { email, confirmedAt }: AddressOwner & { email: string },
): boolean {
  return confirmedAt !== null && addresses.includes(email.toLowerCase());
}
