/** So many calls at any moment, refilled evenly within so many seconds. */
export type BucketSize = { most: number; withinSeconds: number };

export type Drawn = {
  /** False where the bucket was empty. */
  isAllowed: boolean;
  /** Calls that are left. */
  left: number;
  /** Seconds until the bucket is full again, or, where it was empty, until the next call is allowed. */
  seconds: number;
};

/** More keys than this are a flood: the oldest are forgotten, so that memory stays bounded. */
const mostKeys = 100_000;

/**
 * A token bucket for each key. Kept in memory: each process counts its own, which makes the limit softer with several of
 * them, and never harder. `now` is in ms.
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
    // The newest last, so that the first of the map is the one that was used longest ago.
    buckets.delete(key);
    buckets.set(key, { tokens: left, at });
    const oldest = buckets.size > mostKeys ? buckets.keys().next().value : undefined;
    if (oldest !== undefined) buckets.delete(oldest);
    const missing = isAllowed ? most - left : 1 - left;
    return { isAllowed, left: Math.floor(left), seconds: Math.max(1, Math.ceil(missing / perMs / 1000)) };
  };
}
