import { everybody, managers, owners, type Rules } from './member.ts';

/** Who may do what with the people of an account; core/account/team.ts says with whom of them. */
export const teamRules = {
  /** Who is in it, by name, address and role. */
  read: everybody,
  /** Invite, change roles, remove. */
  manage: managers,
  /** Make somebody an owner, or an owner something else. */
  own: owners,
} as const satisfies Rules;
