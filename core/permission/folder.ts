import { allRoles, writers, type Rules } from './member.ts';

/** Permissions on the folders of an account that the member can see. */
export const folderRules = {
  read: allRoles,
  edit: writers,
  delete: writers,
} as const satisfies Rules;
