import { everybody, writers, type Rules } from './member.ts';

/** Permissions on the address book of an account. */
export const contactRules = {
  read: everybody,
  edit: writers,
} as const satisfies Rules;
