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

/** A text, the box in points that it must fit into, and the initial font size. */
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
  // An ambiguous number is never stored. It is displayed as typed until the recipient selects a reading.
  const reading = readNumber(value);
  return reading && 'value' in reading ? printNumber(reading.value, formats.numberFormat) : value;
}

/** Maps field ids to their printed forms, where they differ from the values. */
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
 * Returns the texts that a text-like or date field prints for a value. A comb field prints one letter per cell.
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

/** Returns the area and font size for text in a box of this size (points). */
export function textBox(
  { width, height }: { width: number; height: number },
  look: ValueLook,
): Omit<PrintedText, 'text'> {
  const face = look.weight === 'bold' ? 'sans-bold' : 'sans';
  return { width, height, size: startSize(look, height), face };
}

/** Source of a value that the recipient did not type. */
export type Source = 'sender' | 'choice' | 'recipient';

/**
 * Returns the texts that a text-like field may print although the recipient does not type them: the sender's
 * value, each choice or the longest selection, and the recipient's name or address. The recipient might not be
 * able to shorten an address.
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
