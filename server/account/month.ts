/** The first day of the calendar month in UTC, as the database keeps it: '2026-11-01'. `now` in ms UTC. */
export function monthOf(now: number): string {
  return `${new Date(now).toISOString().slice(0, 7)}-01`;
}
