import type { Rules } from './member.ts';

/** Who may do what with the folders of an account. */
export const folderRules = {
  read: ['owner'],
  edit: ['owner'],
  delete: ['owner'],
} as const satisfies Rules;
