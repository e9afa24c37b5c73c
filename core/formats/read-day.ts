import { isDay, monthNames } from './day.ts';
import type { DateFormat } from './formats.ts';

/** Order and separator of the numeric formats. In the others, the month name shows the order. */
const orders: Partial<Record<DateFormat, { separator: string; first: 'day' | 'month' }>> = {
  'dd.MM.yyyy': { separator: '.', first: 'day' },
  'dd/MM/yyyy': { separator: '/', first: 'day' },
  'MM/dd/yyyy': { separator: '/', first: 'month' },
};

/** Month names in the language of a format; English for numeric formats. */
function namesOf(format: DateFormat): string[] {
  const [, language = 'en'] = /^long-(de|es|fr|ar)$/.exec(format) ?? [];
  return monthNames[language as 'en' | 'de' | 'es' | 'fr' | 'ar'].split(' ');
}

/** A parsed date: its day, or the two days that it could mean (`YYYY-MM-DD`). */
export type DayReading = { day: string } | { readings: readonly [dayFirst: string, monthFirst: string] };

/**
 * Parses a date that a person typed or that a program wrote in the document's format. Returns undefined for
 * anything else, including two-digit years. Every format accepts `2026-11-27`, one-digit days and months, and
 * abbreviated month names. Numeric dates with the separator of the format are read in its order. For any other,
 * such as `03/04/2026` in a document that prints `27.11.2026` or `Nov 27, 2026`, the writer's order is unknown,
 * so both days are returned.
 */
export function readDate(typed: string, format: DateFormat): DayReading | undefined {
  const text = asciiDigits(typed).trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const iso = /^([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})$/.exec(text);
  const day = iso ? dayOf(iso[1], iso[2], iso[3]) : readNamed(text, namesOf(format));
  return day === undefined ? readDigits(text, format) : { day };
}

/** Returns the day in a text, or undefined if it is not a date or is ambiguous. */
export function readDay(typed: string, format: DateFormat): string | undefined {
  const reading = readDate(typed, format);
  return reading && 'day' in reading ? reading.day : undefined;
}

function readDigits(text: string, format: DateFormat): DayReading | undefined {
  const digits = /^([0-9]{1,2}) ?([-/. ]) ?([0-9]{1,2}) ?([-/. ]) ?([0-9]{4})$/.exec(text);
  if (!digits) return undefined;
  const [, first, separator, second, other, year] = digits;
  const order = orders[format];
  const known = order && separator === other && separator === order.separator ? order.first : undefined;
  const dayFirst = known === 'month' ? undefined : dayOf(year, second, first);
  const monthFirst = known === 'day' ? undefined : dayOf(year, first, second);
  if (dayFirst && monthFirst && dayFirst !== monthFirst) return { readings: [dayFirst, monthFirst] };
  const day = dayFirst ?? monthFirst;
  return day === undefined ? undefined : { day };
}

/** Parses dates such as `27. November 2026`, `27 de noviembre de 2026`, `1er mars 2026` and `Nov 27, 2026`. */
function readNamed(text: string, names: readonly string[]): string | undefined {
  const plain = text
    .replaceAll(/[.,،]/g, ' ')
    .replaceAll(/\bde\b/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const dayFirst = /^([0-9]{1,2})(?:er|st|nd|rd|th)? ([^0-9 ]+) ([0-9]{4})$/u.exec(plain);
  const monthFirst = /^([^0-9 ]+) ([0-9]{1,2})(?:st|nd|rd|th)? ([0-9]{4})$/u.exec(plain);
  const [date, name = '', year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]];
  const months = names.flatMap((month, at) => (isShortFor(name, month) ? [at + 1] : []));
  return months.length === 1 ? dayOf(year, String(months[0]), date) : undefined;
}

/** Returns true for a prefix of at least three letters, or for the whole name. */
function isShortFor(typed: string, name: string): boolean {
  const [short, whole] = [typed.normalize('NFC'), name.toLowerCase()];
  return short === whole || ([...short].length >= 3 && whole.startsWith(short));
}

function dayOf(
  year: string | undefined,
  month: string | undefined,
  date: string | undefined,
): string | undefined {
  const day = `${year}-${month?.padStart(2, '0')}-${date?.padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}

/** Converts digits of other scripts to 0 to 9. */
function asciiDigits(text: string): string {
  return text.replaceAll(/[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9]/g, (digit) =>
    String(digit.charCodeAt(0) % 16),
  );
}
