import type { RefusalCode } from '../refusal.ts';

/** 'paused' by its sender, or by itself on a refusal that would meet every further row too; 'done' when every row was tried. */
export const bulkStates = ['running', 'paused', 'done', 'cancelled'] as const;
export type BulkState = (typeof bulkStates)[number];

/**
 * Of a row: 'refused' was wrong when the file was read, and 'skipped' repeats an earlier row; neither is tried.
 * 'failed' was tried and refused. 'cancelled' was waiting when its sender called the rest off.
 */
export const bulkRowStates = ['waiting', 'sent', 'failed', 'cancelled', 'refused', 'skipped'] as const;
export type BulkRowState = (typeof bulkRowStates)[number];

/** Kinds of such a refusal; each has its own sentence for the sender. */
export type PauseKind = 'plan' | 'mail' | 'member' | 'file';

/** Refusals that would meet every further row too: the batch waits for its sender instead of failing them all. */
const pauses: Partial<Record<RefusalCode, PauseKind>> = {
  'plan-limit-documents': 'plan',
  'plan-limit-recipients': 'plan',
  'address-not-confirmed': 'member',
  'not-permitted': 'member',
  // Of the account as a whole, for some days. Of one address, a block stays with its row: no waiting ends it.
  'mail-paused': 'mail',
  'mail-reported': 'mail',
  // All rows have one file, and it is not tried again for an hour.
  'document-not-tried': 'file',
};

/** Why a batch is paused that met this refusal; undefined where the refusal is of one row. */
export function pauseBy(code: string): PauseKind | undefined {
  return pauses[code as RefusalCode];
}

/** How long a batch that is over keeps the names, addresses and values of its rows, for its result file. Ms. */
export const rowsKept = 30 * 86_400_000;

/** Most rows of one file. */
export const largestBulk = 2000;

/** Most columns of one file: a template has at most 2000 fields and 200 roles, and some columns are for the reader. */
export const mostColumns = 5000;

/** Acts of the sender on a bulk send that is not over. */
export const bulkActs = ['pause', 'resume', 'cancel'] as const;
export type BulkAct = (typeof bulkActs)[number];

const acts: Record<BulkAct, { from: readonly BulkState[]; to: BulkState }> = {
  pause: { from: ['running', 'paused'], to: 'paused' },
  resume: { from: ['running', 'paused'], to: 'running' },
  cancel: { from: ['running', 'paused', 'cancelled'], to: 'cancelled' },
};

/** The state after an act; undefined when it is too late for that. The same act twice is no mistake. */
export function afterAct(state: BulkState, act: BulkAct): BulkState | undefined {
  const { from, to } = acts[act];
  return from.includes(state) ? to : undefined;
}
