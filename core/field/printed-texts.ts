import { tidyEntry } from './check-value.ts';
import { cellOf, isWritten, type Field } from './field.ts';
import { printNumber } from './number-format.ts';
import { isDay, printDay } from '../formats/day.ts';
import { formatsBefore, type PrintFormats } from '../formats/formats.ts';
import { readNumber } from './read-number.ts';
import { firstValue, type Person } from './visible-fields.ts';

/** A text and the box in points that has to hold it. */
export type PrintedText = { text: string; width: number; height: number };

/** The text that a field prints for a stored value. */
export function printedForm({ type }: Pick<Field, 'type'>, value: string, formats: PrintFormats): string {
  if (type === 'dateEntry')
    return isDay(value) ? printDay(value, (formats ?? formatsBefore).dateFormat) : value;
  if (type !== 'number' || !formats) return value;
  // A number that could be two is not stored. Until its writer has chosen, it is shown as it was written.
  const reading = readNumber(value);
  return reading && 'value' in reading ? printNumber(reading.value, formats.numberFormat) : value;
}

/** By the field's id, what each prints where that is not its value. */
export function printedForms(
  fields: readonly Pick<Field, 'id' | 'type'>[],
  values: ReadonlyMap<string, string>,
  formats: PrintFormats,
): Map<string, string> {
  return new Map(
    fields.flatMap((field) => {
      const value = values.get(field.id) ?? '';
      const printed = printedForm(field, value, formats);
      return printed === value ? [] : [[field.id, printed]];
    }),
  );
}

/** The text that a written field or a date prints for a value; a comb prints each letter into its cell. */
export function printedTexts(field: Field, stored: string, formats: PrintFormats): PrintedText[] {
  if (!(isWritten(field.type) || field.type === 'date') || stored === '') return [];
  const value = printedForm(field, stored, formats);
  const comb = field.type === 'text' ? field.properties?.comb : undefined;
  const { width, height } = comb === undefined ? field : cellOf(field, comb, 0);
  const texts = comb === undefined ? [value] : [...new Set(value)].filter((letter) => letter !== ' ');
  return texts.map((text) => ({ text, width, height }));
}

/** Where a value comes from that its recipient did not write. */
export type Source = 'sender' | 'choice' | 'recipient';

/**
 * Texts that a written field may have to print although nobody types them: what its sender filled in, each of its
 * choices, and the name or address of its recipient. A recipient might not be able to shorten an address.
 */
export function valuesAhead(field: Field, owner: Person | undefined): { value: string; from: Source }[] {
  const { type, properties = {} } = field;
  if (!isWritten(type)) return [];
  const choices = type === 'dropdown' ? (properties.choices ?? []) : [];
  const ahead: { value: string; from: Source }[] = choices.map((value) => ({ value, from: 'choice' }));
  if (properties.value) ahead.push({ value: properties.value, from: 'sender' });
  else if (owner) ahead.push({ value: firstValue(field, owner), from: 'recipient' });
  return ahead.map(({ value, from }) => ({ value: tidyEntry(field, value), from }));
}
