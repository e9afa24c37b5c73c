/**
 * Counts what should be rare (wrong passwords, links that do not exist) by a key such as the client's address,
 * and says when there were too many (S-14). Whoever asks counts before they wait for anything, or many tries at the
 * same moment would be one. Kept in memory: each process counts its own, which makes the limit
 * softer with several of them, and never harder.
 */
export interface BurstLimiter {
  /** Seconds to wait when the key has used up its limit, 0 when it has not. Counts nothing. */
  waitFor(key: string): number;
  /** Counts one more. */
  count(key: string): void;
  /** Takes back one that was counted before it was looked at, and was right. */
  takeBack(key: string): void;
  /** Starts the key afresh, as after a right password. */
  forget(key: string): void;
}

export interface BurstLimit {
  most: number;
  withinSeconds: number;
}

/** S-14. Of what the product is for, only failures are counted, so that nobody is locked out by using it. */
export const burstLimits = {
  /** Wrong passwords by client address and e-mail. */
  wrongPassword: { most: 10, withinSeconds: 60 },
  /** Wrong passwords by client address: one password tried on many e-mails. */
  wrongPasswordFromAddress: { most: 100, withinSeconds: 600 },
  /** Wrong passwords by e-mail, from browsers that nobody has signed in from. The owner's own are not stopped by it. */
  wrongPasswordOfAccount: { most: 100, withinSeconds: 3600 },
  /** Wrong codes of a second factor by person: five of a million codes, and the password had to be right first. */
  wrongCode: { most: 5, withinSeconds: 900 },
  /** Mails that anybody can have sent to an address (a forgotten password), by that address, and by who asks. */
  mailToAddress: { most: 3, withinSeconds: 3600 },
  mailsAskedFor: { most: 30, withinSeconds: 3600 },
  /** New accounts by client address. */
  newIdentity: { most: 300, withinSeconds: 600 },
  /** New accounts by e-mail, whether it has one or not; each is a mail to it. */
  newIdentityOfAddress: { most: 5, withinSeconds: 86_400 },
  /** Signing links that do not exist, by client address. */
  wrongSigningLink: { most: 20, withinSeconds: 600 },
  /** Uploads by account, and those of them that were refused after they had cost work (S-25). */
  upload: { most: 1200, withinSeconds: 600 },
  refusedUpload: { most: 20, withinSeconds: 600 },
  /** Files of a bulk send, looked at or sent, by account: each is up to 2000 rows to check. */
  bulkFile: { most: 60, withinSeconds: 600 },
  /** Archives of a whole account, by account: each reads all of it. */
  export: { most: 12, withinSeconds: 3600 },
  /** Looks at the DNS of a domain to send from, by account. */
  domainCheck: { most: 30, withinSeconds: 600 },
  /** Files handed in with a document, by recipient: they fill the room of the sender. */
  attachment: { most: 40, withinSeconds: 3600 },
  /** Files verified for whoever asks, by client address. */
  verify: { most: 60, withinSeconds: 600 },
  /** Messages to support by account holder, or by a visitor's address; each is a mail in somebody's box. */
  supportMessage: { most: 5, withinSeconds: 600 },
} satisfies Record<string, BurstLimit>;

/** More keys than this are a flood: the oldest are forgotten, so that memory stays bounded. */
const mostKeys = 100_000;

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
      const oldest = windows.size >= mostKeys ? windows.keys().next().value : undefined;
      if (oldest !== undefined) windows.delete(oldest);
      windows.set(key, { count: 1, endsAt: now() + limit.withinSeconds * 1000 });
    },
    takeBack(key) {
      const window = current(key);
      if (window) window.count = Math.max(0, window.count - 1);
    },
    forget: (key) => void windows.delete(key),
  };
}
