import { printDay } from '#core/formats/day.ts';
import { dateFormats, numberFormats } from '#core/formats/formats.ts';
import { formatNumber } from '#core/formats/number.ts';
import { currentName, placeOf } from '#core/formats/time-zone.ts';

/** A day that no format can be misread in. */
const sampleDay = '2026-11-27';

/** Each format by an example. */
export const dateChoices = dateFormats.map((value) => ({ value, text: printDay(sampleDay, value) }));
export const numberChoices = numberFormats.map((value) => ({
  value,
  text: formatNumber('1234567.89', value),
}));

/** Every zone that this browser knows, and the one that is chosen. */
export function zoneChoices(chosen: string): { value: string; text: string }[] {
  const known = Intl.supportedValuesOf('timeZone')
    .filter((zone) => zone !== 'UTC')
    .map(currentName);
  const zones = [...new Set(['UTC', ...known, chosen])].sort();
  return zones.map((value) => ({ value, text: value.replaceAll('_', ' ') }));
}

/** An example of a document's formats: '27.11.2026, Berlin'. */
export function exampleOf({
  timeZone,
  dateFormat,
}: {
  timeZone: string;
  dateFormat: (typeof dateFormats)[number];
}): string {
  return `${printDay(sampleDay, dateFormat)}, ${placeOf(timeZone)}`;
}
