import { tidyValue } from './check-value.ts';
import { cellOf, isWritten, type Field } from './field.ts';
import { firstValue, type Person } from './visible-fields.ts';

/** A text and the box in points that has to hold it. */
export type PrintedText = { text: string; width: number; height: number };

/** The text that a written field prints for a value; a comb prints every letter into a cell of its own. */
export function printedTexts(field: Field, value: string): PrintedText[] {
  if (!isWritten(field.type) || value === '') return [];
  const comb = field.type === 'text' ? field.properties?.comb : undefined;
  const { width, height } = comb === undefined ? field : cellOf(field, comb, 0);
  const texts = comb === undefined ? [value] : [...new Set(value)].filter((letter) => letter !== ' ');
  return texts.map((text) => ({ text, width, height }));
}

/** Where a value comes from that its recipient did not write. */
export type Source = 'sender' | 'choice' | 'recipient';

/**
 * Texts that a written field may have to print although nobody types them: what its sender filled in, each of its
 * choices, and the name or address of its recipient who cannot change it. One who can, sees it and shortens it.
 */
export function valuesAhead(field: Field, owner: Person | undefined): { value: string; from: Source }[] {
  const { type, properties = {} } = field;
  if (!isWritten(type)) return [];
  const choices = type === 'dropdown' ? (properties.choices ?? []) : [];
  const ahead: { value: string; from: Source }[] = choices.map((value) => ({ value, from: 'choice' }));
  if (properties.value) ahead.push({ value: properties.value, from: 'sender' });
  else if (properties.readOnly && owner) ahead.push({ value: firstValue(field, owner), from: 'recipient' });
  return ahead.map(({ value, from }) => ({ value: tidyValue(type, value), from }));
}
