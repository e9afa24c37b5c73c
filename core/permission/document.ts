import { allRoles, managers, writers, type Rules } from './member.ts';

/** Permissions on the documents of an account that the member can see. */
export const documentRules = {
  read: allRoles,
  draft: writers,
  send: writers,
  /** While it is pending: remind, extend, correct, end it, and sign in person on this device. */
  manage: writers,
  /** Let a program show a recipient's page in a frame. */
  embed: writers,
  delete: writers,
  /** Set and lift a legal hold, and erase a person after the retention period. */
  retain: managers,
} as const satisfies Rules;
