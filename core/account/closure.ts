import { refuse } from '../refusal.ts';

/** Number of days during which a requested account deletion can be canceled. */
const daysToClose = 30;

export const closesAt = (requestedAt: number): number => requestedAt + daysToClose * 86_400_000;

/** Number of days after an account is closed until the names and addresses of its members are deleted. */
export const DAYS_NAMES_REMAIN = 365;

/** Reason shown to recipients of documents that were pending when the account was closed. */
export const closedReason = 'The account that sent this document was closed.';

export const accountIsClosing = refuse(
  'account-closing',
  'An owner is closing this account. You can only export it unless an owner decides to keep it.',
);
