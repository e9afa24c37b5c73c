import { dayIn, printDay } from '../../formats/day.ts';
import {
  formatsBefore,
  readDateFormat,
  type DateFormat,
  type DocumentFormats,
} from '../../formats/formats.ts';
import type { FieldProperties } from '../properties.ts';

/** The day that date fields print. `day` is `YYYY-MM-DD` in the time zone; `text` is its printed form. */
export type SigningDay = { day: string; text: string; timeZone: string };

type Formats = Pick<DocumentFormats, 'timeZone' | 'dateFormat'>;

/**
 * Returns the day of a moment (ms UTC, by the server's clock: T-10) in the time zone and format of a
 * document. Documents without formats were sent before formats existed. They use UTC and the format of the
 * specification (§9).
 */
export function signingDay(at: number, formats: Formats | null = null): SigningDay {
  const { timeZone, dateFormat } = formats ?? formatsBefore;
  const day = dayIn(at, timeZone);
  return { day, text: printDay(day, dateFormat), timeZone };
}

/** Returns the format in which a date field prints its day: its own, or else the document's. */
export function dateFormatOf(
  { properties }: { properties?: Pick<FieldProperties, 'dateFormat'> | undefined },
  formats: Pick<DocumentFormats, 'dateFormat'> | null | undefined,
): DateFormat {
  return readDateFormat(properties) ?? (formats ?? formatsBefore).dateFormat;
}

/** Returns the signing day as this field prints it. */
export function signingDayText(
  { properties }: { properties?: Pick<FieldProperties, 'dateFormat'> | undefined },
  { day, text }: Pick<SigningDay, 'day' | 'text'>,
): string {
  const own = readDateFormat(properties);
  return own === undefined ? text : printDay(day, own);
}

/** Returns the first moment (ms UTC) after `at` that is on another day in the time zone. */
export function endOfDay(at: number, timeZone: string): number {
  const today = dayIn(at, timeZone);
  // Two days is the maximum, because a zone that crosses the date line repeats a day.
  let [before, after] = [at, at + 49 * 3_600_000];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayIn(middle, timeZone) === today) before = middle;
    else after = middle;
  }
  return after;
}
