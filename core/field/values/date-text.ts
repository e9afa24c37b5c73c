import { dayIn, printDay } from '../../formats/day.ts';
import {
  formatsBefore,
  readDateFormat,
  type DateFormat,
  type DocumentFormats,
} from '../../formats/formats.ts';
import type { FieldProperties } from '../properties.ts';

/** The day printed in date fields. `day` is `YYYY-MM-DD` in the time zone, and `text` is its printed form. */
export type SigningDay = { day: string; text: string; timeZone: string };

type Formats = Pick<DocumentFormats, 'timeZone' | 'dateFormat'>;

/**
 * Returns the day of a moment (ms UTC, from the server's clock: T-10) in the document's time zone and format.
 * Documents sent before formats existed use UTC and the format of the specification (§9).
 */
export function signingDay(at: number, formats: Formats | null = null): SigningDay {
  const { timeZone, dateFormat } = formats ?? formatsBefore;
  const day = dayIn(at, timeZone);
  return { day, text: printDay(day, dateFormat), timeZone };
}

/** Returns the date format of a field, or else of its document. */
export function dateFormatOf(
  { properties }: { properties?: Pick<FieldProperties, 'dateFormat'> | undefined },
  formats: Pick<DocumentFormats, 'dateFormat'> | null | undefined,
): DateFormat {
  return readDateFormat(properties) ?? (formats ?? formatsBefore).dateFormat;
}

/** Returns the signing day as printed in this field. */
export function signingDayText(
  { properties }: { properties?: Pick<FieldProperties, 'dateFormat'> | undefined },
  { day, text }: Pick<SigningDay, 'day' | 'text'>,
): string {
  const own = readDateFormat(properties);
  return own === undefined ? text : printDay(day, own);
}

/** Returns the first moment (ms UTC) after `at` that belongs to another day in the time zone. */
export function endOfDay(at: number, timeZone: string): number {
  const today = dayIn(at, timeZone);
  // The next day begins within 49 hours, even where a zone crossed the date line and repeated a day.
  let [before, after] = [at, at + 49 * 3_600_000];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayIn(middle, timeZone) === today) before = middle;
    else after = middle;
  }
  return after;
}
