import { allRoles, writers, type Rules } from './member.ts';

/** Permissions on the templates of an account that the member can see. */
export const templateRules = {
  read: allRoles,
  /** Create a document from it. */
  use: writers,
  edit: writers,
  delete: writers,
} as const satisfies Rules;
