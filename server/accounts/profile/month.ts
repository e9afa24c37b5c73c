/**
 * First day of the calendar month (UTC) as stored in the database: '2026-11-01'. `now` is in milliseconds
 * (UTC).
 */
export function monthOf(now: number): string {
  return `${new Date(now).toISOString().slice(0, 7)}-01`;
}
