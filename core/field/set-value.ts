import type { PrintFormats } from '../formats/formats.ts';
import { readDay } from '../formats/read-day.ts';
import { dateFormatOf } from './values/date-text.ts';
import type { Field } from './field.ts';

/**
 * Returns the field with an initial value from a file or a request. Dates are written in the document's print
 * format or as `2026-11-27`. A date that reads as another day in the format of its field remains as written and
 * is refused.
 */
export function setValue<F extends Pick<Field, 'type' | 'properties'>>(
  field: F,
  text: string,
  formats: PrintFormats,
): F {
  const day = field.type === 'dateEntry' ? readDate(field, text, formats) : undefined;
  return { ...field, properties: { ...field.properties, value: day ?? text } };
}

function readDate(field: Pick<Field, 'properties'>, text: string, formats: PrintFormats): string | undefined {
  const day = readDay(text, dateFormatOf({}, formats));
  return readDay(text, dateFormatOf(field, formats)) === day ? day : undefined;
}
