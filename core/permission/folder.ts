import { everybody, writers, type Rules } from './member.ts';

/** Who may do what with the folders of an account that they see. */
export const folderRules = {
  read: everybody,
  edit: writers,
  delete: writers,
} as const satisfies Rules;
