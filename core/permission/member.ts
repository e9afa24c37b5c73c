/**
 * Roles of members in an account, from most to fewest permissions. The creator of an account is its first owner,
 * and every account has at least one owner.
 */
export const memberRoles = ['owner', 'admin', 'member', 'viewer'] as const;
export type MemberRole = (typeof memberRoles)[number];

export type Member = {
  role: MemberRole;
  /**
   * True if the account's plan includes no team. The role then allows only reading, until the plan includes a
   * team again.
   */
  withoutPlan?: boolean;
};

/** Roles that can perform each action on a noun. Actions that are not listed are forbidden. */
export type Rules = Readonly<Record<string, readonly MemberRole[]>>;

export const owners = ['owner'] as const;
/** Roles that manage people, settings and everything else that is not reserved for owners. */
export const managers = ['owner', 'admin'] as const;
/** Roles that prepare and send documents. */
export const writers = ['owner', 'admin', 'member'] as const;
export const allRoles = memberRoles;

/** Returns a stored role. A role that is unknown to this version has no permissions. */
export function roleNamed(role: string): MemberRole {
  return memberRoles.find((name) => name === role) ?? ('unknown' as never);
}
