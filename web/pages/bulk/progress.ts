import type { BulkView } from '#contract/bulk.ts';

export type Progress = { sent: number; failed: number; waiting: number; cancelled: number; total: number };

/** How far it is: rows that go, or were to go; those that were refused when the file was read are none of them. */
export function progressOf(counts: BulkView['counts']): Progress {
  const { sent = 0, failed = 0, waiting = 0, cancelled = 0 } = counts;
  return { sent, failed, waiting, cancelled, total: sent + failed + waiting + cancelled };
}
