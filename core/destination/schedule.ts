const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Delays in ms after the first and each later failure in a row; the last one repeats. */
const waits = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour];

/** `chance` (0 to 1) varies the delay by a tenth. */
export function waitAfterFailure(failures: number, chance: number): number {
  const wait = waits[Math.min(failures, waits.length) - 1] ?? minute;
  return Math.round(wait * (1 + chance / 10));
}

/** A destination that failed for this long in ms is turned off, and a file refused for this long is given up. */
export const MAX_FAILING_MS = 28 * day;

/** Owners and admins get an email after this time in ms of failures, then once a week. */
export const NOTIFY_AFTER_MS = day;
export const NOTIFY_AGAIN_MS = 7 * day;

/** Destinations of an account. */
export const MAX_DESTINATIONS = 10;

/** The hours of the day in which files are delivered: minutes after midnight in a time zone. */
export type DeliveryWindow = { from: number; to: number; zone: string };

/** If `from` is after `to`, the window spans midnight. If they are equal, it is the whole day. */
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
