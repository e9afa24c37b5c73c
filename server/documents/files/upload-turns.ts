import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { isCostly } from '#core/upload-refusal.ts';
import { burstLimiter, burstLimits } from '../../foundation/http/burst-limiter.ts';
import type { Clock } from '../../ports/clock.ts';

/** Maximum concurrent uploads per account, and the number that may wait without being read. */
const maxConcurrent = 4;
const maxWaiting = 40;

/**
 * Runs an account's uploads with limited concurrency, in order of arrival. Accounts with too many uploads, or
 * too many rejected ones that were expensive to check, must wait before any of the file is read (S-25).
 */
export type UploadTurns = <T>(accountId: string, work: () => Promise<T | Refusal>) => Promise<T | Refusal>;

export function openUploadTurns(clock: Clock): UploadTurns {
  const uploads = burstLimiter(burstLimits.upload, clock);
  const refused = burstLimiter(burstLimits.refusedUpload, clock);
  const rows = new Map<string, { running: number; waiting: (() => void)[] }>();

  return async (accountId, work) => {
    const row = rows.get(accountId) ?? { running: 0, waiting: [] };
    const wait = Math.max(uploads.waitFor(accountId), refused.waitFor(accountId));
    if (wait > 0) return tooMany(wait);
    if (row.waiting.length >= maxWaiting) return tooMany(30);
    // Counted before waiting, so that a hundred concurrent uploads count as a hundred.
    uploads.count(accountId);
    rows.set(accountId, row);
    if (row.running >= maxConcurrent) await new Promise<void>((resolve) => row.waiting.push(resolve));
    else row.running += 1;
    try {
      // Checked again, because uploads may have been rejected while this one waited.
      const now = refused.waitFor(accountId);
      if (now > 0) return tooMany(now);
      const outcome = await work();
      if (isRefusal(outcome) && isCostly(outcome)) refused.count(accountId);
      return outcome;
    } finally {
      // The slot passes directly to the next upload, so that a new one cannot overtake it.
      const next = row.waiting.shift();
      if (next) next();
      else if ((row.running -= 1) === 0) rows.delete(accountId);
    }
  };
}

function tooMany(retryAfter: number): Refusal {
  const sentence = `Many files were uploaded in a short time. This one was not stored. Wait ${
    retryAfter < 90 ? `${retryAfter} seconds` : `${Math.ceil(retryAfter / 60)} minutes`
  } and upload it again.`;
  return { ...refuse('too-many-requests', sentence), retryAfter };
}
