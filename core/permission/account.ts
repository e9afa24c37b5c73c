import type { Rules } from './member.ts';

/** Who may do what with an account itself. */
export const accountRules = {
  /** Its use, and its limits. */
  read: ['owner'],
  /** Choose, pay, change and end its plan. */
  pay: ['owner'],
  /** Everything that happened in it. */
  audit: ['owner'],
} as const satisfies Rules;
