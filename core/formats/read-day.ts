import { isDay, monthNames } from './day.ts';
import type { DateFormat } from './formats.ts';

/** The order of day and month in formats of digits alone; in the others the name of the month decides. */
const orders: Partial<Record<DateFormat, 'day-first' | 'month-first'>> = {
  'dd.MM.yyyy': 'day-first',
  'dd/MM/yyyy': 'day-first',
  'MM/dd/yyyy': 'month-first',
};

/** The months of a format by name; English for formats without names. */
function namesOf(format: DateFormat): string[] {
  const [, language = 'en'] = /^long-(de|es|fr|ar)$/.exec(format) ?? [];
  return monthNames[language as 'en' | 'de' | 'es' | 'fr' | 'ar'].split(' ');
}

/**
 * The day (`YYYY-MM-DD`) that a text in a document's format says. Read besides: `2026-11-27` in every format, days and
 * months of one digit, other separators, and shortened names of months. Digits alone are read in the order of the
 * format; where it has none (`Nov 27, 2026`), only when a single day is meant by them. Undefined for anything else, years
 * of two digits included.
 */
export function readDay(typed: string, format: DateFormat): string | undefined {
  const text = asciiDigits(typed).trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const iso = /^([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})$/.exec(text);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const digits = /^([0-9]{1,2}) ?[-/. ] ?([0-9]{1,2}) ?[-/. ] ?([0-9]{4})$/.exec(text);
  if (digits) {
    const [, first, second, year] = digits;
    const order = orders[format];
    const read = [
      ...(order === 'month-first' ? [] : [dayOf(year, second, first)]),
      ...(order === 'day-first' ? [] : [dayOf(year, first, second)]),
    ].filter((day) => day !== undefined);
    return new Set(read).size === 1 ? read[0] : undefined;
  }
  return readNamed(text, namesOf(format));
}

/** `27. November 2026`, `27 de noviembre de 2026`, `1er mars 2026`, `Nov 27, 2026`. */
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

/** At least three letters, or the whole name. */
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

/** Digits of other keyboards as 0 to 9. */
function asciiDigits(text: string): string {
  return text.replaceAll(/[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9]/g, (digit) =>
    String(digit.charCodeAt(0) % 16),
  );
}
