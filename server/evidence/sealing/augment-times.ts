import type { SealLevel } from '#core/document/seal-level.ts';

const [minute, day] = [60_000, 86_400_000];

/** Delay in milliseconds before asking an authority again that provided no timestamp. */
export const RETRY_AFTER_MS = 15 * minute;

/** Delay before retrying after a failure of our own, such as a missing file. In milliseconds. */
export const afterFailure = day / 4;

/**
 * Milliseconds before the certificate of the newest timestamp expires at which the timestamp is renewed;
 * half-way for a shorter-lived certificate.
 */
const wellBefore = 180 * day;

/**
 * Returns when a newly sealed file gets its first added timestamp: soon if its time is our own clock's. With
 * a timestamp it is a day later, so that the embedded revocation list is newer than the seal.
 */
export function firstAugmentation(now: number, level: SealLevel): Date {
  return new Date(now + (level === 'B-B' ? minute : day));
}

/**
 * Returns when the newest timestamp, whose certificate expires at `notAfter`, must be covered by another. Ms
 * UTC.
 */
export function renewal(now: number, notAfter: number): Date {
  const halfWay = (now + notAfter) / 2;
  return new Date(Math.max(now + day, halfWay, notAfter - wellBefore));
}
