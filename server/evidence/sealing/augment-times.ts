import type { SealLevel } from '#core/document/seal-level.ts';

const [minute, day] = [60_000, 86_400_000];

/** Delay before asking an authority again that provided no timestamp. Milliseconds. */
export const RETRY_AFTER_MS = 15 * minute;

/** Delay before retrying after a failure of our own, such as a missing file. Milliseconds. */
export const afterFailure = day / 4;

/**
 * How long before the certificate of the newest timestamp expires it is renewed; for a shorter-lived
 * certificate, half-way. Milliseconds.
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
