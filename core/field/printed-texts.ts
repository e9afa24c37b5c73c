import { normalizeEntry } from './check-value.ts';
import { cellOf, isWritten, type Field } from './field.ts';
import { largestChosen } from './values/multi-choice.ts';
import { printNumber } from './values/number-format.ts';
import { isDay, printDay } from '../formats/day.ts';
import type { PrintFormats } from '../formats/formats.ts';
import { lookOf, startSize, type ValueLook } from '../formats/look.ts';
import { dateFormatOf } from './values/date-text.ts';
import { readNumber } from './values/read-number.ts';
import { firstValue, type Person } from './visible-fields.ts';

/** A text, the box in points that has to hold it, and the font size to start with. */
export type PrintedText = {
  text: string;
  width: number;
  height: number;
  size: number;
  face: 'sans' | 'sans-bold';
};

/** Returns the printed form of a stored value. */
export function printedForm(
  { type, properties }: Pick<Field, 'type' | 'properties'>,
  value: string,
  formats: PrintFormats,
): string {
  if (type === 'dateEntry')
    return isDay(value) ? printDay(value, dateFormatOf({ properties }, formats)) : value;
  if (type !== 'number' || !formats) return value;
  // An ambiguous number is not stored. It is shown as typed until its writer has chosen a reading.
  const reading = readNumber(value);
  return reading && 'value' in reading ? printNumber(reading.value, formats.numberFormat) : value;
}

/** Maps the ids of fields to their printed form, where it differs from the value. */
export function printedForms(
  fields: readonly Pick<Field, 'id' | 'type' | 'properties'>[],
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

/**
 * Returns the text that a text-like field or a date prints for a value. A comb field prints each letter into
 * its cell.
 */
export function printedTexts(field: Field, stored: string, formats: PrintFormats): PrintedText[] {
  const hasText = isWritten(field.type) || field.type === 'date' || field.type === 'note';
  if (!hasText || stored === '') return [];
  const value = printedForm(field, stored, formats);
  const comb = field.type === 'text' ? field.properties?.comb : undefined;
  const { width, height } = comb === undefined ? field : cellOf(field, comb, 0);
  const texts = comb === undefined ? [value] : [...new Set(value)].filter((letter) => letter !== ' ');
  return texts.map((text) => ({ text, ...textBox({ width, height }, lookOf(field, formats)) }));
}

/** Returns how a text is fitted into a box of this size (points). */
export function textBox(
  { width, height }: { width: number; height: number },
  look: ValueLook,
): Omit<PrintedText, 'text'> {
  const face = look.weight === 'bold' ? 'sans-bold' : 'sans';
  return { width, height, size: startSize(look, height), face };
}

/** Origin of a value that its recipient did not type. */
export type Source = 'sender' | 'choice' | 'recipient';

/**
 * Returns texts that a text-like field may have to print although no one types them: the value of the sender,
 * each choice or the most that can be chosen, and the name or address of the recipient, who might not be able to shorten an address.
 */
export function prefillValues(field: Field, owner: Person | undefined): { value: string; from: Source }[] {
  const { type, properties = {} } = field;
  if (type === 'note') return [{ value: properties.value ?? '', from: 'sender' }];
  if (!isWritten(type)) return [];
  const choices =
    type === 'dropdown'
      ? (properties.choices ?? []).map((choice) => normalizeEntry(field, choice))
      : type === 'multiChoice'
        ? largestChosen(properties)
        : [];
  const ahead: { value: string; from: Source }[] = [];
  if (properties.value) ahead.push({ value: properties.value, from: 'sender' });
  else if (owner) ahead.push({ value: firstValue(field, owner), from: 'recipient' });
  return [
    ...choices.map((value) => ({ value, from: 'choice' as const })),
    ...ahead.map(({ value, from }) => ({ value: normalizeEntry(field, value), from })),
  ];
}
