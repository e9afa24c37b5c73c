import { refuse } from '../refusal.ts';

/** How long an account that is being closed can be kept after all. Days. */
const daysToClose = 30;

export const closesAt = (askedAt: number): number => askedAt + daysToClose * 86_400_000;

/** As recipients of what is still out then read it. */
export const closedReason = 'The account that sent this document was closed.';

export const beingClosed = refuse(
  'account-closing',
  'An owner closes this account. Until it is kept, it can only be taken along.',
);
