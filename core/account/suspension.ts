import { refuse } from '../refusal.ts';

/**
 * Refuses members, keys and apps of a suspended account. Recipients can still sign documents that have already
 * been sent.
 */
export const accountSuspended = refuse(
  'account-suspended',
  'The operator of this server suspended this account. Contact support.',
);
