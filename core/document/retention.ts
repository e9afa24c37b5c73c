/** Range, in whole months, of an account's rule for deleting its documents. */
export const deletesAfter = { least: 1, most: 360 } as const;

/**
 * Documents that ended before this moment are due, by the UTC calendar: three months before 31 May is 28 or
 * 29 February. Both in ms UTC.
 */
export function retentionCutoff(now: number, months: number): number {
  const day = new Date(now);
  const wanted = day.getUTCDate();
  day.setUTCDate(1);
  day.setUTCMonth(day.getUTCMonth() - months);
  const longest = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  day.setUTCDate(Math.min(wanted, longest));
  return day.getTime();
}
