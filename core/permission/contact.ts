import { allRoles, writers, type Rules } from './member.ts';

/** Permissions on the address book of an account. */
export const contactRules = {
  read: allRoles,
  edit: writers,
} as const satisfies Rules;
