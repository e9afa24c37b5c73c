import { refuse } from '../refusal.ts';

/** Days during which a requested account deletion can be canceled. */
const daysToClose = 30;

export const closesAt = (requestedAt: number): number => requestedAt + daysToClose * 86_400_000;

/** Days after an account is closed until the names and addresses of its people are deleted. */
export const DAYS_NAMES_REMAIN = 365;

/** Reason that recipients see on documents that were still pending when the account was closed. */
export const closedReason = 'The account that sent this document was closed.';

export const accountIsClosing = refuse(
  'account-closing',
  'An owner is closing this account. You can only export it unless an owner decides to keep it.',
);
