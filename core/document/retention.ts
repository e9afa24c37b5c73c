/** A rule of an account says after how many months its documents are deleted; whole numbers of them. */
export const deletesAfter = { least: 1, most: 360 } as const;

/**
 * A document that ended before this moment is due, by the calendar of UTC: of 31 May, three months before are 28 or 29
 * February. Both ms UTC.
 */
export function dueIfEndedBefore(now: number, months: number): number {
  const day = new Date(now);
  const wanted = day.getUTCDate();
  day.setUTCDate(1);
  day.setUTCMonth(day.getUTCMonth() - months);
  const longest = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  day.setUTCDate(Math.min(wanted, longest));
  return day.getTime();
}
