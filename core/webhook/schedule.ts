const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Delays in ms before the second and each later attempt, 71 hours and 35 minutes in total. */
const waits = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  20 * hour,
];

/** Maximum delay in ms that an endpoint can request. */
const maxRequestedMs = 20 * hour;

/**
 * Returns the delay in ms after this many attempts, or undefined if the event is given up. `chance` (0 to 1)
 * varies delays by a tenth, so that a recovered endpoint does not receive all waiting events at the same time.
 * An endpoint can request a longer delay.
 */
export function waitAfter(tries: number, chance: number, askedMs = 0): number | undefined {
  const wait = waits[tries - 1];
  if (wait === undefined) return undefined;
  return Math.max(Math.round(wait * (1 + chance / 10)), Math.min(askedMs, maxRequestedMs));
}

/** An endpoint that has failed for this long (ms) is disabled when an event is given up. */
export const MAX_FAILING_MS = 71 * hour;

/** Minimum interval in ms between emails about events that were given up. */
export const notifyAgainAfter = 24 * hour;

/** Returns true if the response status means that the event was delivered. */
export function isDelivered(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Status 410 Gone. The endpoint reports that it no longer exists. */
export const goneStatus = 410;

/** Maximum number of endpoints per account. */
export const MAX_ENDPOINTS = 10;

/** Time in ms during which both the previous and the new secret sign each event. */
export const secretsOverlap = 24 * hour;

/** Time in ms for which events and their delivery log are kept. */
export const logKept = 30 * 24 * hour;
