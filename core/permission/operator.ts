import type { AddressOwner } from './confirmed-address.ts';

/**
 * Returns true if the person operates this server, because the settings contain their address. The address
 * has to be confirmed: entering the operator's address at sign-up does not prove access to its mailbox.
 */
export function isOperator(
  addresses: readonly string[],
  { email, confirmedAt }: AddressOwner & { email: string },
): boolean {
  return confirmedAt !== null && addresses.includes(email.toLowerCase());
}
