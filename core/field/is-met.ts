import { sentValue, normalizeEntry } from './check-value.ts';
import type { Field } from './field.ts';
import { phoneDigits } from './phone.ts';
import type { Condition } from './properties.ts';
import { readNumber } from './read-number.ts';

/** Returns true if the value of a field satisfies the condition, compared as values of the field's type. */
export function isConditionMet(
  { is, value }: Condition,
  source: Pick<Field, 'type' | 'properties'>,
  held: string,
): boolean {
  if (is === 'filled') return held !== '';
  const wanted = normalizeEntry(source, value);
  if (source.type === 'phone') {
    const [digits, part] = [phoneDigits(held), phoneDigits(wanted)];
    return is === 'equals' ? digits === part : part !== '' && digits.includes(part);
  }
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

/**
 * Returns the checkbox or button state that a condition requires; undefined if its text names neither state.
 */
function isTicked(wanted: string, { properties }: Pick<Field, 'properties'>): boolean | undefined {
  const word = wanted.toLowerCase();
  if (ticked.includes(word) || word === properties?.choice?.toLowerCase()) return true;
  return unticked.includes(word) ? false : undefined;
}

/**
 * Returns the same text for equal numbers. In an ambiguous number the separator is decimal, as when it was
 * sent.
 */
function plainNumber(text: string): string {
  const reading = readNumber(text);
  const value = reading && 'value' in reading ? reading.value : sentValue('number', text);
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
}
