/**
 * Counts and limits rare events, such as wrong passwords or unknown links, by a key such as the client's
 * address (S-14). Callers must count before they await anything; otherwise concurrent attempts would count as
 * one. Counts are in memory, so with several processes the actual limit is higher, never lower.
 */
export interface BurstLimiter {
  /** Returns the seconds to wait if the key has reached its limit, otherwise 0. Counts nothing. */
  waitFor(key: string): number;
  count(key: string): void;
  /** Undoes a count that was made before an attempt succeeded. */
  releaseDomain(key: string): void;
  /** Resets the key's count, for example after a correct password. */
  forget(key: string): void;
}

export interface BurstLimit {
  most: number;
  withinSeconds: number;
}

/** S-14. For regular functions, only failures are counted, so that normal use locks no one out. */
export const burstLimits = {
  /** Wrong passwords, by client address and email address together. */
  wrongPassword: { most: 10, withinSeconds: 60 },
  /** Wrong passwords by client address, against trying one password on many email addresses. */
  wrongPasswordFromAddress: { most: 100, withinSeconds: 600 },
  /**
   * Wrong passwords by email address, from browsers in which no one has signed in before. The owner's own
   * browsers are not affected.
   */
  wrongPasswordOfAccount: { most: 100, withinSeconds: 3600 },
  /**
   * Wrong second-factor codes by person. An attacker needs the password first, and then has five guesses out
   * of a million codes.
   */
  wrongCode: { most: 5, withinSeconds: 900 },
  /** Emails that anyone can trigger (forgotten password), by recipient address and by requester. */
  mailToAddress: { most: 3, withinSeconds: 3600 },
  mailsAskedFor: { most: 30, withinSeconds: 3600 },
  /** New accounts by client address. */
  newIdentity: { most: 300, withinSeconds: 600 },
  /** New accounts by email address, whether or not it exists, since each request sends an email to it. */
  newIdentityOfAddress: { most: 5, withinSeconds: 86_400 },
  /** Unknown signing links by client address. */
  wrongSigningLink: { most: 20, withinSeconds: 600 },
  /** Uploads by account, and uploads that were rejected after expensive work (S-25). */
  upload: { most: 1200, withinSeconds: 600 },
  refusedUpload: { most: 20, withinSeconds: 600 },
  /** Bulk-send files previewed or sent, by account. Each has up to 2,000 rows to check. */
  bulkFile: { most: 60, withinSeconds: 600 },
  /** Exports of a whole account, by account. Each reads all its data. */
  export: { most: 12, withinSeconds: 3600 },
  /** DNS lookups of a sender domain, by account. */
  domainCheck: { most: 30, withinSeconds: 600 },
  /** Attachments by recipient, since they use the sender's storage. */
  attachment: { most: 40, withinSeconds: 3600 },
  /** Files verified without signing in, by client address. */
  verify: { most: 60, withinSeconds: 600 },
  /** Support messages by account, or by a visitor's address. Each sends an email. */
  supportMessage: { most: 5, withinSeconds: 600 },
} satisfies Record<string, BurstLimit>;

/** More keys than this indicate a flood, so the oldest are dropped to limit memory use. */
const maxApiKeys = 100_000;

export function burstLimiter(limit: BurstLimit, now: () => number = Date.now): BurstLimiter {
  const windows = new Map<string, { count: number; endsAt: number }>();

  function current(key: string): { count: number; endsAt: number } | undefined {
    const window = windows.get(key);
    if (window && window.endsAt > now()) return window;
    windows.delete(key);
    return undefined;
  }

  return {
    waitFor(key) {
      const window = current(key);
      if (!window || window.count < limit.most) return 0;
      return Math.max(1, Math.ceil((window.endsAt - now()) / 1000));
    },
    count(key) {
      const window = current(key);
      if (window) {
        window.count += 1;
        return;
      }
      const oldest = windows.size >= maxApiKeys ? windows.keys().next().value : undefined;
      if (oldest !== undefined) windows.delete(oldest);
      windows.set(key, { count: 1, endsAt: now() + limit.withinSeconds * 1000 });
    },
    releaseDomain(key) {
      const window = current(key);
      if (window) window.count = Math.max(0, window.count - 1);
    },
    forget: (key) => void windows.delete(key),
  };
}
