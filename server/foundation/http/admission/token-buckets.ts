/** Maximum burst, refilled evenly within this many seconds. */
export type BucketSize = { most: number; withinSeconds: number };

export type Drawn = {
  /** False if the bucket was empty. */
  isAllowed: boolean;
  /** Calls left. */
  left: number;
  /** Seconds until the bucket is full, or, if it was empty, until the next call is allowed. */
  seconds: number;
};

/** More keys than this indicate a flood. The oldest are dropped to bound memory. */
const maxApiKeys = 100_000;

/**
 * A token bucket per key. Kept in memory per process, so with several processes the limit is higher, never
 * lower. `now` is in milliseconds.
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
    // Moved to the end, so that the first entry of the map is the least recently used.
    buckets.delete(key);
    buckets.set(key, { tokens: left, at });
    const oldest = buckets.size > maxApiKeys ? buckets.keys().next().value : undefined;
    if (oldest !== undefined) buckets.delete(oldest);
    const missing = isAllowed ? most - left : 1 - left;
    return { isAllowed, left: Math.floor(left), seconds: Math.max(1, Math.ceil(missing / perMs / 1000)) };
  };
}
