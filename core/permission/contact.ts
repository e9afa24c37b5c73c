import type { Rules } from './member.ts';

/** Who may do what with the address book of an account. */
export const contactRules = {
  read: ['owner'],
  edit: ['owner'],
} as const satisfies Rules;
