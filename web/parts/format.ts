import { intlLocale, type Language } from '#core/language/language.ts';

const english = intlLocale('en');
const units = ['Bytes', 'KB', 'MB', 'GB'] as const;
const unitNames = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/**
 * Formats a size such as '248.3 KB' with base 1024, with one decimal in lists and two in the upload dialog
 * (specification §9).
 */
export function fileSize(bytes: number, decimals: 1 | 2 = 1): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  const digits = step === 0 ? 0 : decimals;
  const shape = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false };
  const amount = bytes / 1024 ** step;
  // English follows the specification. French readers know 'Mo' and 'octets'.
  if (locale === english) return `${numberFormat(shape).format(amount)} ${units[step]}`;
  return inUnit(amount, unitNames[step] ?? 'byte', shape);
}

export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

let locale = english;
let timeZone = browserZone;

/** Sets the language of dates and numbers. */
export function setLanguage(language: Language): void {
  locale = intlLocale(language);
  formatters.clear();
  madeForNumbers.clear();
}

/** Sets the time zone of times, as an IANA name. Null means the browser's. */
export function setTimezone(timezone: string | null): void {
  timeZone = timezone ?? browserZone;
  formatters.clear();
}

/** Returns a date such as 'Jan 5, 2024', in the reader's time zone. */
export function shortDate(instant: string): string {
  return format('date', instant);
}

/** Returns a date such as 'Jan 5', for places where the year is obvious. */
export function dayOfYear(instant: string): string {
  return format('day', instant);
}

/** Returns a time such as '10:42'. */
export function clockTime(ms: number): string {
  return format('clock', ms);
}

/** Returns a time such as 'Jan 5, 2024, 10:42:07 GMT+1', for tooltips, which need the time zone. */
export function exactTime(instant: string): string {
  return format('exact', instant);
}

/** Returns a time such as '2024-01-05 09:42:07 UTC', the format of the evidence. */
export function utcTime(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Returns a day and time such as 'Jan 5, 10:42'. */
export function dayAndTime(instant: string): string {
  return format('dayAndTime', instant);
}

/** Returns a day such as 'Monday, January 5', with the year if it differs from that of `now` (ms UTC). */
export function wholeDay(instant: string, now: number): string {
  const sameYear = new Date(instant).getFullYear() === new Date(now).getFullYear();
  return format(sameYear ? 'wholeDay' : 'wholeDate', instant);
}

/** Returns 'Nov' for '2026-11'. */
export function shortMonth(month: string): string {
  return format('month', `${month}-01T00:00:00Z`, 'UTC');
}

/** Returns 'November 2026' for '2026-11'. */
export function monthAndYear(month: string): string {
  return format('monthAndYear', `${month}-01T00:00:00Z`, 'UTC');
}

const day: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' };
const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const shapes = {
  date: { ...day, year: 'numeric' },
  day,
  wholeDay: { weekday: 'long', month: 'long', day: 'numeric' },
  wholeDate: { month: 'long', day: 'numeric', year: 'numeric' },
  month: { month: 'short' },
  monthAndYear: { month: 'long', year: 'numeric' },
  clock: time,
  dayAndTime: { ...day, ...time },
  exact: { ...day, ...time, year: 'numeric', second: '2-digit', timeZoneName: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Cached, because creating one is expensive and a list uses hundreds. */
const formatters = new Map<string, Intl.DateTimeFormat>();
const madeForNumbers = new Map<string, Intl.NumberFormat>();

function numberFormat(shape: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(shape);
  let formatter = madeForNumbers.get(key);
  if (!formatter) madeForNumbers.set(key, (formatter = new Intl.NumberFormat(locale, shape)));
  return formatter;
}

function format(shape: keyof typeof shapes, instant: string | number, zone = timeZone): string {
  let formatter = formatters.get(shape);
  if (!formatter)
    formatters.set(
      shape,
      (formatter = new Intl.DateTimeFormat(locale, { ...shapes[shape], timeZone: zone })),
    );
  return formatter.format(new Date(instant));
}

const hour = 3_600_000;

/**
 * Returns a duration in milliseconds as '2.3d', '5h' (below one day) or '12m' (below one hour). `like`
 * determines the unit.
 */
export function duration(ms: number, like = ms): string {
  if (like < hour) return amountOfTime(Math.max(1, Math.round(ms / 60_000)), 'minute');
  if (like < 24 * hour) return amountOfTime(Math.round(ms / hour), 'hour');
  return amountOfTime(ms / (24 * hour), 'day', 1);
}

/** Returns the difference in the unit of `like`; null if it would round to zero. */
export function differenceOf(ms: number, like: number): string | null {
  const least = like < hour ? 60_000 : like < 24 * hour ? hour : 2.4 * hour;
  return ms < least / 2 ? null : duration(ms, like);
}

function amountOfTime(amount: number, unit: 'minute' | 'hour' | 'day', digits = 0): string {
  if (locale === english) return `${amount.toFixed(digits)}${unit.charAt(0)}`;
  return inUnit(amount, unit, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function inUnit(amount: number, unit: string, shape: Intl.NumberFormatOptions): string {
  return numberFormat({ ...shape, style: 'unit', unit, unitDisplay: 'short' }).format(amount);
}

/** Returns '2 hours ago' or 'yesterday', and after a week the date. `now` is in ms UTC. */
export function timeAgo(instant: string, now: number): string {
  const past = Math.max(0, now - new Date(instant).getTime());
  if (past >= 7 * 24 * hour) return dayOfYear(instant);
  const ago = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  if (past < hour) return ago.format(-Math.round(past / 60_000), 'minute');
  if (past < 24 * hour) return ago.format(-Math.round(past / hour), 'hour');
  return ago.format(-Math.round(past / (24 * hour)), 'day');
}

/** Returns a number such as '26,214,400'. */
export function wholeNumber(amount: number): string {
  return numberFormat({}).format(amount);
}

/** Returns '67%' for 0.67. */
export function percent(part: number): string {
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(part);
}

/** Returns dollars such as '$19.00', from cents. */
export function dollarsAndCents(cents: number): string {
  return inDollars(cents / 100, {});
}

/** Returns whole dollars such as '$19'. */
export function dollars(amount: number): string {
  return inDollars(amount, { maximumFractionDigits: 0 });
}

/**
 * The right-to-left mark that Intl inserts in Arabic would split 'US$', so the amount is isolated instead.
 */
function inDollars(amount: number, digits: Intl.NumberFormatOptions): string {
  const text = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', ...digits }).format(
    amount,
  );
  return text.includes('\u200f') ? `\u2066${text.replaceAll('\u200f', '')}\u2069` : text;
}
