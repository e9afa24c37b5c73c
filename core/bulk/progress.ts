import type { BulkRowState } from './bulk.ts';

export type BulkProgress = { sent: number; total: number };

/**
 * Returns how many documents have been sent, and how many will be in total. Rows that were left out at the start
 * (refused or duplicate) are not counted. The list, the page and the notification of a bulk send show these
 * numbers.
 */
export function bulkProgress(counts: Partial<Record<BulkRowState, number>>): BulkProgress {
  const { sent = 0, failed = 0, waiting = 0, cancelled = 0 } = counts;
  return { sent, total: sent + failed + waiting + cancelled };
}
