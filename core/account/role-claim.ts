import type { InvitedRole } from './team.ts';

/** The claim in which a provider states the roles or groups of a person, and the role for each of its values. */
export type RoleClaim = { name: string; values: readonly { value: string; role: InvitedRole }[] };

/** From the fewest rights to the most. No claim makes anyone an owner. */
const ascending: readonly InvitedRole[] = ['viewer', 'member', 'admin'];

/** Returns the role with the most rights that the values give; `otherwise` if they give none. */
export function roleByClaim(
  { values }: RoleClaim,
  stated: readonly string[],
  otherwise: InvitedRole,
): InvitedRole {
  const given = values.filter(({ value }) => stated.includes(value)).map(({ role }) => role);
  return ascending.findLast((role) => given.includes(role)) ?? otherwise;
}

/**
 * Returns the values of a claim: a text, or each text of a list. A name with dots that is no claim itself is a path, as in
 * `realm_access.roles`.
 */
export function claimValues(claims: Readonly<Record<string, unknown>>, name: string): string[] {
  const own = (object: unknown, key: string): unknown =>
    typeof object === 'object' && object !== null && Object.hasOwn(object, key)
      ? (object as Record<string, unknown>)[key]
      : undefined;
  const value = own(claims, name) ?? name.split('.').reduce<unknown>(own, claims);
  return [value].flat().filter((one) => typeof one === 'string');
}
