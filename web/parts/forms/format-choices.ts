import { isolate } from '#core/language/isolate.ts';
import { printDay } from '#core/formats/day.ts';
import { dateFormats, numberFormats } from '#core/formats/formats.ts';
import { formatNumber } from '#core/formats/number.ts';
import { currentName, placeOf } from '#core/formats/time-zone.ts';

/** A day that is unambiguous in every format. */
const sampleDay = '2026-11-27';

/** The sample day. In Arabic it keeps its order next to other text, as on the printed page. */
const sampleIn = (format: (typeof dateFormats)[number]): string => isolate(printDay(sampleDay, format), 'en');

export const dateChoices = dateFormats.map((value) => ({ value, text: sampleIn(value) }));
export const numberChoices = numberFormats.map((value) => ({
  value,
  text: formatNumber('1234567.89', value),
}));

/** Returns all time zones known to this browser, and the chosen one. */
export function zoneChoices(chosen: string): { value: string; text: string }[] {
  const known = Intl.supportedValuesOf('timeZone')
    .filter((zone) => zone !== 'UTC')
    .map(currentName);
  const zones = [...new Set(['UTC', ...known, chosen])].sort();
  return zones.map((value) => ({ value, text: value.replaceAll('_', ' ') }));
}

/** Returns an example of a document's formats, such as '27.11.2026, Berlin'. */
export function exampleOf({
  timeZone,
  dateFormat,
}: {
  timeZone: string;
  dateFormat: (typeof dateFormats)[number];
}): string {
  return `${sampleIn(dateFormat)}, ${placeOf(timeZone)}`;
}
