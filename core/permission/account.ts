import { allRoles, managers, owners, type Rules } from './member.ts';

/** Permissions on the account itself. */
export const accountRules = {
  /** Its usage, limits and plan. */
  read: allRoles,
  /** Choose, pay, change and cancel its plan. */
  pay: owners,
  /** The account's event log. */
  audit: managers,
  /** Its name, and its requirements for members. */
  settings: managers,
  /** Export everything. */
  export: owners,
  /** Delete the account. */
  close: owners,
} as const satisfies Rules;
