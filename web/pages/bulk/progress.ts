import type { BulkView } from '#contract/documents/bulk.ts';

export type Progress = { sent: number; failed: number; waiting: number; cancelled: number; total: number };

/**
 * Returns the progress in rows that are sent or were to be sent; rows refused while reading the file do not
 * count.
 */
export function progressOf(counts: BulkView['counts']): Progress {
  const { sent = 0, failed = 0, waiting = 0, cancelled = 0 } = counts;
  return { sent, failed, waiting, cancelled, total: sent + failed + waiting + cancelled };
}
