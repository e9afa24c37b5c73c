/** Allowed range, in whole months, for an account's rule to delete its documents automatically. */
export const deletesAfter = { least: 1, most: 360 } as const;

/**
 * Returns the time before which documents must have ended to be deleted by the rule. Months follow the UTC
 * calendar: three months before 31 May is 28 or 29 February. Times are ms UTC.
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
