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
export function isConditionMet({ is, value }: Condition, source: Source, actual: string | null): boolean {
  switch (is) {
    case 'filled':
      return isFilled(actual);
    case 'empty':
      return !isFilled(actual);
    case 'equals':
      return actual !== null && isEqual(value, source, actual);
    case 'notEquals':
      return actual === null || !isEqual(value, source, actual);
    case 'contains':
      return actual !== null && isPart(value, source, actual);
    default:
      return isFilled(actual) && isOrdered(is, compareTyped(source, actual, value));
  }
}

function isFilled(actual: string | null): actual is string {
  return actual !== null && actual !== '';
}

function isPart(value: string, source: Source, actual: string): boolean {
  const wanted = normalizeEntry(source, value);
  if (source.type === 'multiChoice') return isChosen(wanted, actual);
  if (source.type !== 'phone') return actual.toLowerCase().includes(wanted.toLowerCase());
  const digits = phoneDigits(wanted);
  return digits !== '' && phoneDigits(actual).includes(digits);
}

/**
 * Returns true if all wanted options are selected. Options are compared as a whole: ‘Sea’ does not match ‘Sea
 * view’.
 */
function isChosen(wanted: string, actual: string): boolean {
  const chosen = splitChosen(actual.toLowerCase());
  const options = splitChosen(wanted.toLowerCase());
  return options.length > 0 && options.every((option) => chosen.includes(option));
}

function isEqual(value: string, source: Source, actual: string): boolean {
  const wanted = normalizeEntry(source, value);
  switch (source.type) {
    case 'phone':
      return phoneDigits(actual) === phoneDigits(wanted);
    case 'number':
      return plainNumber(actual) === plainNumber(wanted);
    case 'checkbox':
    case 'radio':
    case 'signature':
    case 'initial':
    case 'attachment':
    case 'image':
    case 'stamp':
      return isTicked(wanted, source) === (actual !== '');
    default:
      return actual.toLowerCase() === wanted.toLowerCase();
  }
}

/** Compares two numbers or two dates. Returns undefined for any other values. */
function compareTyped({ type }: Source, actual: string, wanted: string): number | undefined {
  if (type === 'dateEntry')
    return isDay(actual) && isDay(wanted) ? (actual < wanted ? -1 : Number(actual > wanted)) : undefined;
  if (type !== 'number') return undefined;
  const [one, other] = [readDecimal(plainNumber(actual)), readDecimal(plainNumber(wanted))];
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
