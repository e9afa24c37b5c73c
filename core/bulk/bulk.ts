import type { RefusalCode } from '../refusal.ts';

/**
 * 'paused': paused by the sender, or automatically after a refusal that would affect all remaining rows. 'done':
 * every row was processed.
 */
export const bulkStates = ['running', 'paused', 'done', 'cancelled'] as const;
export type BulkState = (typeof bulkStates)[number];

/**
 * 'refused': the row was invalid when the file was read. 'skipped': the row repeats an earlier one. Neither of
 * them is sent. 'failed': sending was refused. 'cancelled': the row was still waiting when the sender canceled
 * the rest.
 */
export const bulkRowStates = ['waiting', 'sent', 'failed', 'cancelled', 'refused', 'skipped'] as const;
export type BulkRowState = (typeof bulkRowStates)[number];

/** Reasons for an automatic pause. The sender sees a different sentence for each. */
export type PauseKind = 'plan' | 'mail' | 'member' | 'file' | 'folder';

/**
 * Refusals that would affect all remaining rows. The bulk send pauses until its sender acts, instead of failing
 * every row.
 */
const pauses: Partial<Record<RefusalCode, PauseKind>> = {
  'plan-limit-documents': 'plan',
  'plan-limit-recipients': 'plan',
  'address-not-confirmed': 'member',
  'not-permitted': 'member',
  // Pauses the account's emails for several days. If a single recipient blocks the sender, only that row fails,
  // because waiting would not help.
  'mail-paused': 'mail',
  'mail-reported': 'mail',
  // The target folder was deleted, or the sender lost access to it.
  'not-found': 'folder',
  // All rows share one file, and its check is not retried for an hour.
  'preflight-unavailable': 'file',
};

/** Returns why a refusal pauses the bulk send, or undefined if it affects only one row. */
export function pauseBy(code: string): PauseKind | undefined {
  return pauses[code as RefusalCode];
}

/** Time in ms for which the names, addresses and values of a finished bulk send are kept for the result file. */
export const rowsKept = 30 * 86_400_000;

/** Maximum number of rows in one file. */
export const MAX_BULK_ROWS = 2000;

/**
 * Maximum number of columns in one file. A template has at most 2000 fields and 200 roles. The rest allows for
 * columns that the server ignores.
 */
export const maxColumns = 5000;

/** Actions of the sender on a bulk send in progress. */
export const bulkActs = ['pause', 'resume', 'cancel'] as const;
export type BulkAct = (typeof bulkActs)[number];

const acts: Record<BulkAct, { from: readonly BulkState[]; to: BulkState }> = {
  pause: { from: ['running', 'paused'], to: 'paused' },
  resume: { from: ['running', 'paused'], to: 'running' },
  cancel: { from: ['running', 'paused', 'cancelled'], to: 'cancelled' },
};

/**
 * Returns the state after an action, or undefined if the bulk send can no longer change. Actions can be
 * repeated.
 */
export function nextBulkState(state: BulkState, act: BulkAct): BulkState | undefined {
  const { from, to } = acts[act];
  return from.includes(state) ? to : undefined;
}
