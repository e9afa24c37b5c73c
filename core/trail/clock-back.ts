/**
 * Minimum difference in ms to the previous event that indicates that the clock was set back. Smaller differences
 * are normal, because an action reads the clock before it waits for the document's lock. Of two concurrent
 * actions, the second one to be recorded can have the earlier time.
 */
const MIN_CLOCK_BACK_MS = 60_000;

/** Returns true if an event is so much earlier than the previous one that the clock must have been set back. */
export const isClockSetBack = (clockBackMs: unknown): boolean =>
  typeof clockBackMs === 'number' && clockBackMs >= MIN_CLOCK_BACK_MS;
