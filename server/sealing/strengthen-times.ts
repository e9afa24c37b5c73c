import type { SealLevel } from '#core/document/seal-level.ts';

const [minute, day] = [60_000, 86_400_000];

/** An authority that gave no time is asked again after so long. Ms. */
export const againAfter = 15 * minute;

/** A failure for a reason of our own, such as a file that is not there, is tried again after so long. Ms. */
export const afterFailure = day / 4;

/** Renewed so long before the certificate of the newest timestamp is over; where it lives no longer, half-way. Ms. */
const wellBefore = 180 * day;

/**
 * When a file that was just sealed is strengthened: soon, where its time is our own clock's. With a timestamp a day
 * later, so that the list of withdrawn certificates that is put in is newer than the seal.
 */
export function firstStrengthening(now: number, level: SealLevel): Date {
  return new Date(now + (level === 'B-B' ? minute : day));
}

/** When the newest timestamp, whose certificate ends at `notAfter`, has to be covered by another. Ms UTC. */
export function renewal(now: number, notAfter: number): Date {
  const halfWay = (now + notAfter) / 2;
  return new Date(Math.max(now + day, halfWay, notAfter - wellBefore));
}
