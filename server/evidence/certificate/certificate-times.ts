import { dayIn } from '#core/formats/day.ts';
import { isTimeZone } from '#core/formats/time-zone.ts';
import { directionOf, intlLocale, type Language } from '#core/language/language.ts';

/** Formats a time for the certificate, to the second: in UTC, then in the document's time zone. */
export type TimeOf = (at: Date) => string;

/**
 * Returns a formatter that writes the date in the reader's language and the time of day in digits: `Nov 27,
 * 2026, 22:35:10 UTC (Nov 28, 2026, 11:35:10 +13:00)`. The local date is omitted if it equals the UTC date.
 * The local time is omitted for UTC and for zones that this machine does not know.
 */
export function timesIn(language: Language, timeZone: string | undefined): TimeOf {
  const inUtc = clock(language, 'UTC');
  if (timeZone === undefined || timeZone === 'UTC' || !isTimeZone(timeZone))
    return (at) => stamp(language, inUtc.day(at), `${inUtc.time(at)} UTC`);
  const local = clock(language, timeZone);
  return (at) => {
    const isSameDay = dayIn(at.getTime(), 'UTC') === dayIn(at.getTime(), timeZone);
    const there = `${local.time(at)} ${local.offset(at)}`;
    const localText = isSameDay ? numbers(language, there) : stamp(language, local.day(at), there);
    // In a narrow column, the line breaks before the local time, not inside it.
    return `${stamp(language, inUtc.day(at), `${inUtc.time(at)} UTC`)} (${localText.replaceAll(' ', '\u00a0')})`;
  };
}

function clock(language: Language, timeZone: string) {
  const day = new Intl.DateTimeFormat(intlLocale(language), {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone,
  });
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone });
  const offset = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return {
    day: (at: Date) => day.format(at),
    time: (at: Date) => time.format(at),
    /** Returns the zone's offset at that moment, such as `+13:00`, or `+00:00` for UTC. */
    offset: (at: Date) => {
      const name = offset.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
      return name.slice('GMT'.length) || '+00:00';
    },
  };
}

/** After a date such as 2026年11月27日, the time follows without a comma. */
const dayEndsWithWord: readonly Language[] = ['ja', 'zh-Hans', 'zh-Hant', 'ko'];

function stamp(language: Language, day: string, time: string): string {
  const comma = dayEndsWithWord.includes(language) ? '' : language === 'ar' ? '،' : ',';
  return `${day}${comma} ${numbers(language, time)}`;
}

/**
 * Puts a left-to-right mark before the digits and signs, which preserves their order on a right-to-left line.
 * Isolates would do the same, but isolate.ts removes them from values inserted into a sentence.
 */
function numbers(language: Language, text: string): string {
  return directionOf(language) === 'rtl' ? `\u200e${text}` : text;
}
