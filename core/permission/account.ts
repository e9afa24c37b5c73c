import { everybody, managers, owners, type Rules } from './member.ts';

/** Who may do what with an account itself. */
export const accountRules = {
  /** Its use, its limits and its plan. */
  read: everybody,
  /** Choose, pay, change and end its plan. */
  pay: owners,
  /** Everything that happened in it. */
  audit: managers,
  /** Its name, and what it asks of its members. */
  settings: managers,
  /** Take all of it along. */
  export: owners,
  /** End it. */
  close: owners,
} as const satisfies Rules;
