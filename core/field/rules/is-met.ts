import { isDay } from '../../formats/day.ts';
import { sentValue, normalizeEntry } from '../check-value.ts';
import type { Field } from '../field.ts';
import { splitChosen } from '../values/multi-choice.ts';
import { phoneDigits } from '../values/phone.ts';
import type { Condition } from '../properties.ts';
import { readNumber } from '../values/read-number.ts';
import { compare, readDecimal } from './decimal.ts';

type Source = Pick<Field, 'type' | 'properties'>;

/**
 * Returns true if the value of a field meets the condition, compared according to the field's type. `held` is
 * null for a hidden field, which counts as empty and equals nothing.
 */
export function isConditionMet({ is, value }: Condition, source: Source, held: string | null): boolean {
  switch (is) {
    case 'filled':
      return isFilled(held);
    case 'empty':
      return !isFilled(held);
    case 'equals':
      return held !== null && isEqual(value, source, held);
    case 'notEquals':
      return held === null || !isEqual(value, source, held);
    case 'contains':
      return held !== null && isPart(value, source, held);
    default:
      return isFilled(held) && isOrdered(is, compareTyped(source, held, value));
  }
}

function isFilled(held: string | null): held is string {
  return held !== null && held !== '';
}

function isPart(value: string, source: Source, held: string): boolean {
  const wanted = normalizeEntry(source, value);
  if (source.type === 'multiChoice') return isChosen(wanted, held);
  if (source.type !== 'phone') return held.toLowerCase().includes(wanted.toLowerCase());
  const digits = phoneDigits(wanted);
  return digits !== '' && phoneDigits(held).includes(digits);
}

/**
 * Returns true if all wanted options are selected. Options are compared as a whole: ‘Sea’ does not match ‘Sea
 * view’.
 */
function isChosen(wanted: string, held: string): boolean {
  const chosen = splitChosen(held.toLowerCase());
  const options = splitChosen(wanted.toLowerCase());
  return options.length > 0 && options.every((option) => chosen.includes(option));
}

function isEqual(value: string, source: Source, held: string): boolean {
  const wanted = normalizeEntry(source, value);
  switch (source.type) {
    case 'phone':
      return phoneDigits(held) === phoneDigits(wanted);
    case 'number':
      return plainNumber(held) === plainNumber(wanted);
    case 'checkbox':
    case 'radio':
    case 'signature':
    case 'initial':
    case 'attachment':
    case 'image':
    case 'stamp':
      return isTicked(wanted, source) === (held !== '');
    default:
      return held.toLowerCase() === wanted.toLowerCase();
  }
}

/** Compares two numbers or two dates. Returns undefined for any other values. */
function compareTyped({ type }: Source, held: string, wanted: string): number | undefined {
  if (type === 'dateEntry')
    return isDay(held) && isDay(wanted) ? (held < wanted ? -1 : Number(held > wanted)) : undefined;
  if (type !== 'number') return undefined;
  const [one, other] = [readDecimal(plainNumber(held)), readDecimal(plainNumber(wanted))];
  return one && other && compare(one, other);
}

function isOrdered(is: 'lessThan' | 'atMost' | 'moreThan' | 'atLeast', order: number | undefined): boolean {
  if (order === undefined) return false;
  switch (is) {
    case 'lessThan':
      return order < 0;
    case 'atMost':
      return order <= 0;
    case 'moreThan':
      return order > 0;
    case 'atLeast':
      return order >= 0;
  }
}

const ticked = ['true', 'yes', 'on', '1'];
const unticked = ['false', 'no', 'off', '0', ''];

/**
 * Returns the state of a checkbox or button that a condition requires, or undefined if its text describes
 * neither state.
 */
function isTicked(wanted: string, { properties }: Source): boolean | undefined {
  const word = wanted.toLowerCase();
  if (ticked.includes(word) || word === properties?.choice?.toLowerCase()) return true;
  return unticked.includes(word) ? false : undefined;
}

/**
 * Returns the same text for equal numbers. The separator of an ambiguous number is read as decimal, as it was
 * when the document was sent.
 */
export function plainNumber(text: string): string {
  const reading = readNumber(text);
  const value = reading && 'value' in reading ? reading.value : sentValue('number', text);
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
}
