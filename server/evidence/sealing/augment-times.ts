import type { SealLevel } from '#core/document/seal-level.ts';

const [minute, day] = [60_000, 86_400_000];

/** Milliseconds until the authorities are asked again if none provided a timestamp. */
export const RETRY_AFTER_MS = 15 * minute;

/** Milliseconds until the next attempt after an error of our own, such as a missing file. */
export const afterFailure = day / 4;

/**
 * A timestamp is renewed this many milliseconds before its certificate expires, or half-way for a short-lived
 * certificate.
 */
const wellBefore = 180 * day;

/**
 * Returns when a newly sealed file gets its first added timestamp. If its time is from our own clock, this is
 * soon. If it already has a timestamp, this is a day later, so that the embedded revocation list is newer
 * than the seal.
 */
export function firstAugmentation(now: number, level: SealLevel): Date {
  return new Date(now + (level === 'B-B' ? minute : day));
}

/** Returns when the newest timestamp, whose certificate expires at `notAfter` (ms UTC), must be renewed. */
export function renewal(now: number, notAfter: number): Date {
  const halfWay = (now + notAfter) / 2;
  return new Date(Math.max(now + day, halfWay, notAfter - wellBefore));
}
