import type { Rules } from './member.ts';

/** Who may do what with the documents of an account. */
export const documentRules = {
  read: ['owner'],
  draft: ['owner'],
  send: ['owner'],
  /** While it is out: remind, extend, correct, end it, have somebody sign on this device. */
  manage: ['owner'],
  delete: ['owner'],
} as const satisfies Rules;
