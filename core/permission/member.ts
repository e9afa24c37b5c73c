/**
 * Who somebody is in an account, as far as it decides what they may do there, from the most to the least. Whoever makes
 * an account owns it; there is always at least one owner.
 */
export const memberRoles = ['owner', 'admin', 'member', 'viewer'] as const;
export type MemberRole = (typeof memberRoles)[number];

export type Member = {
  role: MemberRole;
  /** Their role allows more, but the plan of the account has no team in it: they only read until it has again. */
  withoutPlan?: boolean;
};

/** For each act on a noun, the roles that may do it. Nobody may do an act that is not listed. */
export type Rules = Readonly<Record<string, readonly MemberRole[]>>;

export const owners = ['owner'] as const;
/** Who looks after people, settings and everything that is not the owner's alone. */
export const managers = ['owner', 'admin'] as const;
/** Who prepares and sends. */
export const writers = ['owner', 'admin', 'member'] as const;
export const everybody = memberRoles;

/** A role as it is stored. One that this version does not know may do nothing. */
export function roleNamed(role: string): MemberRole {
  return memberRoles.find((name) => name === role) ?? ('unknown' as never);
}
