import { everybody, managers, writers, type Rules } from './member.ts';

/** Who may do what with the documents of an account that they see. */
export const documentRules = {
  read: everybody,
  draft: writers,
  send: writers,
  /** While it is out: remind, extend, correct, end it, have somebody sign on this device. */
  manage: writers,
  /** Have a program show the page of a recipient in a frame. */
  embed: writers,
  delete: writers,
  /** Put one on legal hold and lift it, and erase a person after its time. */
  retain: managers,
} as const satisfies Rules;
