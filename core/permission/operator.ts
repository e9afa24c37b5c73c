import type { AddressOwner } from './confirmed-address.ts';

type Person = AddressOwner & { email: string; accountId: string; role: string };

/**
 * Returns true if the person operates this server. The settings name the operator's address. If they do not, the
 * operator is the owner of the first account created here. The address must be confirmed, because anyone can
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
