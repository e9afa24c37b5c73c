/**
 * Returns the start of a day ('YYYY-MM-DD') in the reader's time zone, optionally some days later. Null if
 * the text is not a day.
 */
export function startOfDay(day: string | null | undefined, later = 0): string | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '');
  if (!parts) return null;
  return new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + later).toISOString();
}
