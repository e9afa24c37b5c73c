import type { InvitedRole } from './team.ts';

/**
 * The claim in which a provider lists a person's roles or groups, and the account role for each of its
 * values.
 */
export type RoleClaim = { name: string; values: readonly { value: string; role: InvitedRole }[] };

/** Roles from fewest to most permissions. No claim can make anyone an owner. */
const ascending: readonly InvitedRole[] = ['viewer', 'member', 'admin'];

/**
 * Returns the role with the most permissions among those assigned to the values, or `otherwise` if none is
 * assigned.
 */
export function roleByClaim(
  { values }: RoleClaim,
  stated: readonly string[],
  otherwise: InvitedRole,
): InvitedRole {
  const given = values.filter(({ value }) => stated.includes(value)).map(({ role }) => role);
  return ascending.findLast((role) => given.includes(role)) ?? otherwise;
}

/**
 * Returns the values of a claim, which is either one text or a list of texts. A name with dots that is not
 * itself a claim is a path, such as `realm_access.roles`.
 */
export function claimValues(claims: Readonly<Record<string, unknown>>, name: string): string[] {
  const own = (object: unknown, key: string): unknown =>
    typeof object === 'object' && object !== null && Object.hasOwn(object, key)
      ? (object as Record<string, unknown>)[key]
      : undefined;
  const value = own(claims, name) ?? name.split('.').reduce<unknown>(own, claims);
  return [value].flat().filter((one) => typeof one === 'string');
}
