const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Waits before the second try and each one after it, in ms: 71 hours and 35 minutes from the first to the last. */
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

/** Tries until an event is given up. */
export const mostTries = waits.length + 1;

/** Longest wait that an endpoint can ask for, in ms. */
const longestAsked = 20 * hour;

/**
 * How long the next try waits after so many, in ms; undefined when the event is given up. `chance` (0 to 1) spreads tries
 * by a tenth, so that an endpoint that comes back is not met by all that waits at once. An endpoint may ask for longer.
 */
export function waitAfter(tries: number, chance: number, askedMs = 0): number | undefined {
  const wait = waits[tries - 1];
  if (wait === undefined) return undefined;
  return Math.max(Math.round(wait * (1 + chance / 10)), Math.min(askedMs, longestAsked));
}

/** How long an endpoint may fail, with no success in between, before it is switched off when an event is given up, in ms. */
export const mostFailing = 71 * hour;

/** At most one mail in so many ms says that events were given up. */
export const tellAgainAfter = 24 * hour;

/** Whether an answer says that the event has arrived. */
export function hasArrived(status: number): boolean {
  return status >= 200 && status < 300;
}

/** 410: the endpoint is gone, and says so. */
export const goneStatus = 410;

/** Endpoints of one account. */
export const mostEndpoints = 10;

/** How long the secret before still signs beside the new one, in ms. */
export const secretsOverlap = 24 * hour;

/** How long events and their log are kept, in ms. */
export const logKept = 30 * 24 * hour;
