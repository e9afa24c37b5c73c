import { sentValue, tidyEntry } from './check-value.ts';
import type { Field } from './field.ts';
import type { Condition } from './properties.ts';
import { readNumber } from './read-number.ts';

/** Whether what a field holds is what the condition asks for, compared as values of the field's kind. */
export function isMet(
  { is, value }: Condition,
  source: Pick<Field, 'type' | 'properties'>,
  held: string,
): boolean {
  if (is === 'filled') return held !== '';
  const wanted = tidyEntry(source, value);
  if (is === 'contains') return held.toLowerCase().includes(wanted.toLowerCase());
  switch (source.type) {
    case 'number':
      return plainNumber(held) === plainNumber(wanted);
    case 'checkbox':
    case 'radio':
    case 'signature':
    case 'initial':
    case 'attachment':
      return isTicked(wanted, source) === (held !== '');
    default:
      return held.toLowerCase() === wanted.toLowerCase();
  }
}

const ticked = ['true', 'yes', 'on', '1'];
const unticked = ['false', 'no', 'off', '0', ''];

/** The state of a box or button that a condition asks for; undefined when the words name neither state. */
function isTicked(wanted: string, { properties }: Pick<Field, 'properties'>): boolean | undefined {
  const word = wanted.toLowerCase();
  if (ticked.includes(word) || word === properties?.choice?.toLowerCase()) return true;
  return unticked.includes(word) ? false : undefined;
}

/** The same text for numbers that are equal. One that can be read in two ways has a decimal separator, as when it was sent. */
function plainNumber(text: string): string {
  const reading = readNumber(text);
  const value = reading && 'value' in reading ? reading.value : sentValue('number', text);
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
}
