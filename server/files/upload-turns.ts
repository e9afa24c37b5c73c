import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { isCostly } from '#core/upload-refusal.ts';
import { burstLimiter, burstLimits } from '../http/burst-limiter.ts';
import type { Clock } from '../ports/clock.ts';

/** Of one account: uploads in memory at once, and how many more may wait for their turn with nothing read of them. */
const mostAtOnce = 4;
const mostWaiting = 40;

/**
 * Lets an account's uploads in, some at once and the others in the order in which they came. Who has sent too many, or
 * too many that were refused after they had cost work, is told to wait before anything of the file is read (S-25).
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
    if (row.waiting.length >= mostWaiting) return tooMany(30);
    // Counted before anything is waited for, so that a hundred at once are counted as a hundred.
    uploads.count(accountId);
    rows.set(accountId, row);
    if (row.running >= mostAtOnce) await new Promise<void>((resolve) => row.waiting.push(resolve));
    else row.running += 1;
    try {
      // One that was refused while this one waited counts for it too.
      const now = refused.waitFor(accountId);
      if (now > 0) return tooMany(now);
      const outcome = await work();
      if (isRefusal(outcome) && isCostly(outcome)) refused.count(accountId);
      return outcome;
    } finally {
      // The place is handed on, so that nobody can slip in between.
      const next = row.waiting.shift();
      if (next) next();
      else if ((row.running -= 1) === 0) rows.delete(accountId);
    }
  };
}

function tooMany(retryAfter: number): Refusal {
  const sentence = `Many files were uploaded in a short time. Nothing of this one was kept. Wait ${
    retryAfter < 90 ? `${retryAfter} seconds` : `${Math.ceil(retryAfter / 60)} minutes`
  } and upload it again.`;
  return { ...refuse('too-many-requests', sentence), retryAfter };
}
