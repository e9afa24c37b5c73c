import type { PrintFormats } from '../formats/formats.ts';
import { readDay } from '../formats/read-day.ts';
import { dateFormatOf } from './values/date-text.ts';
import type { Field } from './field.ts';

/**
 * Returns the field with an initial value from a file or a request. Dates are in the document's print format or
 * like `2026-11-27`. A date that would mean a different day in the field's own format is left unchanged, and is
 * refused later.
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
