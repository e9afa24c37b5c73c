import { everybody, managers, type Rules } from './member.ts';

/** Who may do what with how an account shows itself, which everybody whom it writes to sees. */
export const brandRules = {
  read: everybody,
  edit: managers,
} as const satisfies Rules;
