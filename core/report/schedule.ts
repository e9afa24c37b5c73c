export const reportIntervals = ['week', 'month'] as const;
export type ReportInterval = (typeof reportIntervals)[number];

/**
 * Returns the end of the period that contains `now` (ms UTC): midnight before Monday or before the first of a
 * month.
 */
export function endOfPeriod(every: ReportInterval, now: number): number {
  const at = new Date(now);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  if (every === 'month') return Date.UTC(year, month + 1, 1);
  const sinceMonday = (at.getUTCDay() + 6) % 7;
  return Date.UTC(year, month, day - sinceMonday + 7);
}

/** Returns the beginning of the period that ends at `end`. */
export function startOfPeriod(every: ReportInterval, end: number): number {
  const at = new Date(end);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  return every === 'month' ? Date.UTC(year, month - 1, day) : Date.UTC(year, month, day - 7);
}
