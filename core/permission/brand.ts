import { allRoles, managers, type Rules } from './member.ts';

/** Permissions on the branding of an account, which everyone who receives its emails sees. */
export const brandRules = {
  read: allRoles,
  edit: managers,
} as const satisfies Rules;
