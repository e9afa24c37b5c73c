import { everybody, writers, type Rules } from './member.ts';

/** Who may do what with the address book of an account. */
export const contactRules = {
  read: everybody,
  edit: writers,
} as const satisfies Rules;
