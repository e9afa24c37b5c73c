import { refuse } from '../refusal.ts';

/** Refuses members, keys and apps of a suspended account. Its recipients sign what was sent to them before. */
export const accountSuspended = refuse(
  'account-suspended',
  'The operator of this server suspended this account. Contact support.',
);
