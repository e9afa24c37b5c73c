/**
 * Returns the first day of the calendar month (UTC) as stored in the database, such as '2026-11-01'.
 *
 * @param now ms UTC
 */
export function monthOf(now: number): string {
  return `${new Date(now).toISOString().slice(0, 7)}-01`;
}
