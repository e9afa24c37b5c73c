export const reportIntervals = ['week', 'month'] as const;
export type ReportInterval = (typeof reportIntervals)[number];

/** The end of the period that `now` lies in, ms UTC: Monday's or the first day's midnight. */
export function endOfPeriod(every: ReportInterval, now: number): number {
  const at = new Date(now);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  if (every === 'month') return Date.UTC(year, month + 1, 1);
  const sinceMonday = (at.getUTCDay() + 6) % 7;
  return Date.UTC(year, month, day - sinceMonday + 7);
}

/** The beginning of the period that ends there. */
export function startOfPeriod(every: ReportInterval, end: number): number {
  const at = new Date(end);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  return every === 'month' ? Date.UTC(year, month - 1, day) : Date.UTC(year, month, day - 7);
}
