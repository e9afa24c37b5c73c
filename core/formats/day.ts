import type { DateFormat } from './formats.ts';
import { isTimeZone } from './time-zone.ts';

/**
 * Returns the calendar day of a moment (ms UTC) in a time zone, as `YYYY-MM-DD`. An unknown time zone counts as
 * UTC, because a database may contain any text.
 */
export function dayIn(at: number, timeZone: string): string {
  const parts = dayFormat(timeZone).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** Returns the local time of a moment (ms UTC) in the time zone, as `YYYY-MM-DDTHH:MM:SS`. */
export function clockIn(at: number, timeZone: string): string {
  const parts = dayFormat(timeZone).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return `${dayIn(at, timeZone)}T${part('hour')}:${part('minute')}:${part('second')}`;
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();
/**
 * Maximum cache size, larger than the number of time zones. A database may contain any number of invalid names,
 * which are not cached.
 */
const maxFormats = 1000;

/** Caches the formatter of each time zone, because creating one takes a hundred times as long as using it. */
function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const kept = dayFormats.get(timeZone);
  if (kept) return kept;
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
  });
  if (dayFormats.size < maxFormats) dayFormats.set(timeZone, format);
  return format;
}

/** Returns true if a text is a calendar day as `YYYY-MM-DD`, from the year 1. */
export function isDay(text: string): boolean {
  const [, year = 0, month = 0, day = 0] = (/^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text) ?? []).map(
    Number,
  );
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

/** Returns the number of days in a month. Months count from 1. */
export function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Adds a number of days, which may be negative, and returns `YYYY-MM-DD`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/**
 * Returns the printed form of a day (`YYYY-MM-DD`). Month names are defined in this file, because those of
 * browsers and servers can differ, and the signer must see exactly what will be printed.
 */
export function printDay(day: string, format: DateFormat): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const name = (names: string) => names.split(' ')[Number(month) - 1] ?? '';
  const plain = String(Number(date));
  const longYear = String(Number(year));
  switch (format) {
    case 'MMM d, yyyy':
      return `${name(monthNames.short)} ${plain}, ${longYear}`;
    case 'd MMMM yyyy':
      return `${plain} ${name(monthNames.en)} ${longYear}`;
    case 'dd.MM.yyyy':
      return `${date}.${month}.${year}`;
    case 'dd/MM/yyyy':
      return `${date}/${month}/${year}`;
    case 'MM/dd/yyyy':
      return `${month}/${date}/${year}`;
    case 'yyyy-MM-dd':
      return day;
    case 'long-de':
      return `${plain}. ${name(monthNames.de)} ${longYear}`;
    case 'long-es':
      return `${plain} de ${name(monthNames.es)} de ${longYear}`;
    case 'long-fr':
      return `${plain === '1' ? '1er' : plain} ${name(monthNames.fr)} ${longYear}`;
    case 'long-ar':
      return `${plain} ${name(monthNames.ar)} ${longYear}`;
  }
}

/** The first and a late day of each month ('1er' is wider than '28'). If all of them fit, every day fits. */
export const wideDays: string[] = Array.from({ length: 12 }, (_, at) =>
  String(at + 1).padStart(2, '0'),
).flatMap((month) => ['28', '01'].map((day) => `2028-${month}-${day}`));

/** Month names of each language, from January to December. */
export const monthNames = {
  short: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  en: 'January February March April May June July August September October November December',
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  ar: 'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر',
} as const;
