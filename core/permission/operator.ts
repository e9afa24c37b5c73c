import type { AddressOwner } from './confirmed-address.ts';

type Person = AddressOwner & { email: string; accountId: string; role: string };

/**
 * Returns true if the person operates this server: the settings name their address or, if the settings name
 * none, they own the first account that was created here. The address has to be confirmed, since anyone can
 * type the operator's address.
 */
export function isOperator(
  addresses: readonly string[],
  { email, confirmedAt, accountId, role }: Person,
  firstAccount: string | null,
): boolean {
  if (confirmedAt === null) return false;
  return addresses.length > 0
    ? addresses.includes(email.toLowerCase())
    : role === 'owner' && accountId === firstAccount;
}
