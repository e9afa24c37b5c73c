import { everybody, writers, type Rules } from './member.ts';

/** Who may do what with the templates of an account that they see. */
export const templateRules = {
  read: everybody,
  /** Make a document of it. */
  use: writers,
  edit: writers,
  delete: writers,
} as const satisfies Rules;
