import { allRoles, managers, owners, type Rules } from './member.ts';

/** Permissions on the team of an account; core/account/team.ts decides which members they apply to. */
export const teamRules = {
  /** The members with name, address and role. */
  read: allRoles,
  /** Invite, change roles, remove. */
  manage: managers,
  /** Appoint owners, and demote them. */
  own: owners,
} as const satisfies Rules;
