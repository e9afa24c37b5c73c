/**
 * Roles that determine what a member may do in an account, from most to least. The creator of an account is
 * its first owner, and every account has at least one owner.
 */
export const memberRoles = ['owner', 'admin', 'member', 'viewer'] as const;
export type MemberRole = (typeof memberRoles)[number];

export type Member = {
  role: MemberRole;
  /** The role allows more, but the account's plan includes no team: read access only until it does again. */
  withoutPlan?: boolean;
};

/** The roles that may perform each action on a noun. Actions that are not listed are forbidden. */
export type Rules = Readonly<Record<string, readonly MemberRole[]>>;

export const owners = ['owner'] as const;
/** Manage people, settings and everything that is not reserved for owners. */
export const managers = ['owner', 'admin'] as const;
/** Prepare and send documents. */
export const writers = ['owner', 'admin', 'member'] as const;
export const allRoles = memberRoles;

/** Returns a stored role. A role unknown to this version has no permissions. */
export function roleNamed(role: string): MemberRole {
  return memberRoles.find((name) => name === role) ?? ('unknown' as never);
}
