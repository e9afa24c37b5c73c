/** A bucket holds at most this many calls and refills evenly within this many seconds. */
export type BucketSize = { most: number; withinSeconds: number };

export type Drawn = {
  /** False if no call was left. */
  isAllowed: boolean;
  /** Number of calls left. */
  left: number;
  /** Seconds until the bucket is full again, or until the next call is allowed if it was empty. */
  seconds: number;
};

/** More keys than this indicate a flood, so the oldest are dropped to limit memory use. */
const maxApiKeys = 100_000;

/**
 * Creates a token bucket per key. Buckets are in memory, so with several processes the actual limit is
 * higher, never lower. `now` returns milliseconds.
 */
export function tokenBuckets({ most, withinSeconds }: BucketSize, now: () => number): (key: string) => Drawn {
  const perMs = most / (withinSeconds * 1000);
  const buckets = new Map<string, { tokens: number; at: number }>();
  return (key) => {
    const at = now();
    const kept = buckets.get(key);
    const tokens = kept ? Math.min(most, kept.tokens + Math.max(0, at - kept.at) * perMs) : most;
    const isAllowed = tokens >= 1;
    const left = isAllowed ? tokens - 1 : tokens;
    // Reinserting the key makes the first entry of the map the least recently used one.
    buckets.delete(key);
    buckets.set(key, { tokens: left, at });
    const oldest = buckets.size > maxApiKeys ? buckets.keys().next().value : undefined;
    if (oldest !== undefined) buckets.delete(oldest);
    const missing = isAllowed ? most - left : 1 - left;
    return { isAllowed, left: Math.floor(left), seconds: Math.max(1, Math.ceil(missing / perMs / 1000)) };
  };
}
