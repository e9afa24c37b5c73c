import type { Rules } from './member.ts';

/** Who may do what with the templates of an account. */
export const templateRules = {
  read: ['owner'],
  /** Make a document of it. */
  use: ['owner'],
  edit: ['owner'],
  delete: ['owner'],
} as const satisfies Rules;
