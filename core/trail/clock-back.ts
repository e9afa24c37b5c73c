/**
 * From this difference on, an event with an earlier time than the previous event means that the clock was set
 * back (milliseconds). An action reads the clock before it waits for the document's lock, so that of two
 * concurrent actions the second one recorded can have the earlier time.
 */
const MIN_CLOCK_BACK_MS = 60_000;

/** True if an event that is this much earlier than the previous one shows that the clock was set back. */
export const isClockSetBack = (clockBackMs: unknown): boolean =>
  typeof clockBackMs === 'number' && clockBackMs >= MIN_CLOCK_BACK_MS;
