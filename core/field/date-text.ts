import { dayIn, printDay } from '../formats/day.ts';
import { formatsBefore, type DocumentFormats } from '../formats/formats.ts';

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

/** Returns the first moment (ms UTC) after `at` that is on another day in the time zone. */
export function endOfDay(at: number, timeZone: string): number {
  const today = dayIn(at, timeZone);
  // A day lasts at most two days: a zone that crosses the date line repeats one.
  let [before, after] = [at, at + 49 * 3_600_000];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayIn(middle, timeZone) === today) before = middle;
    else after = middle;
  }
  return after;
}
