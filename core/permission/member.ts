/**
 * Who somebody is in an account, as far as it decides what they may do there. Whoever makes an account owns it; a team's
 * roles will stand beside the owner.
 */
export const memberRoles = ['owner'] as const;
export type MemberRole = (typeof memberRoles)[number];

export type Member = { role: MemberRole };

/** For each act on a noun, the roles that may do it. Nobody may do an act that is not listed. */
export type Rules = Readonly<Record<string, readonly MemberRole[]>>;
