const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Delays in ms after consecutive failures. The last one is repeated. */
const waits = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour];

/** Returns the delay in ms before the next attempt. `chance` (0 to 1) varies it by up to a tenth. */
export function waitAfterFailure(failures: number, chance: number): number {
  const wait = waits[Math.min(failures, waits.length) - 1] ?? minute;
  return Math.round(wait * (1 + chance / 10));
}

/**
 * A destination that has failed for this long (ms) is turned off, and a file that was rejected for this long is
 * given up.
 */
export const MAX_FAILING_MS = 28 * day;

/**
 * Owners and admins are emailed when a destination has failed for this long (ms), and once a week after that.
 */
export const NOTIFY_AFTER_MS = day;
export const NOTIFY_AGAIN_MS = 7 * day;

/** Maximum number of destinations per account. */
export const MAX_DESTINATIONS = 10;

/** The hours in which files are delivered, as minutes after midnight in a time zone. */
export type DeliveryWindow = { from: number; to: number; zone: string };

/**
 * Returns true if `now` (ms UTC) is within the window. If `from` is after `to`, the window spans midnight. If
 * they are equal, it is the whole day.
 */
export function isInWindow({ from, to, zone }: DeliveryWindow, now: number): boolean {
  if (from === to) return true;
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const at = of('hour') * 60 + of('minute');
  return from < to ? at >= from && at < to : at >= from || at < to;
}
