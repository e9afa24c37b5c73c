import { addDays, daysIn, isDay } from '../formats/day.ts';

/**
 * Matches limits relative to the signing day, such as 'signing', 'signing-18y', 'signing+6m' or
 * 'signing+14d'.
 */
const relative = /^signing(?:([+-])([1-9][0-9]{0,3})([dmy]))?$/;

/**
 * Returns true if a text is a valid limit for a date field: a day (`YYYY-MM-DD`), or an offset from the signing
 * day in days, months or years. For example, 'signing-18y' as the latest day only accepts birth dates of adults.
 */
export function isDayLimit(text: string): boolean {
  return isDay(text) || relative.test(text);
}

/**
 * Returns the limit as a day, relative to the given signing day. Returns undefined for invalid text, which
 * restricts nothing.
 */
export function dayOfLimit(limit: string | undefined, signingDay: string): string | undefined {
  if (limit === undefined || isDay(limit)) return limit;
  const parts = relative.exec(limit);
  if (!parts) return undefined;
  const [, sign, count = '0', unit = 'd'] = parts;
  const number = sign === '-' ? -Number(count) : Number(count);
  return unit === 'd'
    ? addDays(signingDay, number)
    : addMonths(signingDay, unit === 'y' ? number * 12 : number);
}

/** Returns the properties with both limits converted to days, relative to the given signing day. */
export function withDayLimits<P extends { earliest?: string; latest?: string }>(
  properties: P | undefined,
  signingDay: string,
): P | undefined {
  if (properties?.earliest === undefined && properties?.latest === undefined) return properties;
  const { earliest: from, latest: to, ...others } = properties;
  const [earliest, latest] = [dayOfLimit(from, signingDay), dayOfLimit(to, signingDay)];
  return { ...others, ...(earliest && { earliest }), ...(latest && { latest }) } as P;
}

/** Adds months to a day. Returns the last day of the month if the month is too short, for years 1 to 9999. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const total = Math.min(Math.max(year * 12 + (month - 1) + months, 12), 9999 * 12 + 11);
  const [newYear, newMonth] = [Math.floor(total / 12), (total % 12) + 1];
  const kept = Math.min(date, daysIn(newYear, newMonth));
  const pad = (number: number, length: number) => String(number).padStart(length, '0');
  return `${pad(newYear, 4)}-${pad(newMonth, 2)}-${pad(kept, 2)}`;
}
