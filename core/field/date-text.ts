/** The text of date fields, of a time in ms UTC by the server's clock, in UTC (T-10), in the specification's format (§9). */
export function dateText(now: number): string {
  return new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(now);
}
