import { isMailAddress } from '../recipient/address.ts';
import { addressLines } from './values/address.ts';
import { isWritten, type Field, type WrittenType } from './field.ts';
import type { FieldProperties } from './properties.ts';
import { isDay } from '../formats/day.ts';
import { readDate } from '../formats/read-day.ts';
import { isBlank, visibleLength } from '../language/visible.ts';
import { chosenIn, joinChosen } from './values/multi-choice.ts';
import { canonicalNumber } from './values/number-format.ts';
import { isInternationalPhone } from './values/phone.ts';
import { plainEmail, plainFormat, plainPhone, plainText } from './values/plain-text.ts';
import { readNumber } from './values/read-number.ts';
import { hasFormat, maxTextLength, type TextFormat } from './text-format.ts';

/** Why a value is refused. `limit` is the number or format that was violated. */
export type ValueProblem =
  | { problem: 'unprintable' | 'single-line' | 'not-a-choice' | 'not-a-date' }
  | { problem: 'not-a-number' | 'not-an-email' | 'not-a-phone' }
  | { problem: 'ambiguous-number'; readings: readonly [thousands: string, decimals: string] }
  | { problem: 'ambiguous-date'; readings: readonly [dayFirst: string, monthFirst: string] }
  | { problem: 'too-short' | 'too-long' | 'too-small' | 'too-large' | 'decimals'; limit: number }
  | { problem: 'too-few' | 'too-many'; limit: number }
  | { problem: 'format'; limit: TextFormat }
  | { problem: 'mask'; limit: string }
  /** `limit` is a day (`YYYY-MM-DD`). */
  | { problem: 'too-early' | 'too-late'; limit: string };

/** The type and properties of a field, which determine its valid values. */
type Written = { type: WrittenType; properties?: FieldProperties | undefined };

/**
 * Returns a value set by the sender as it is displayed and sealed. Documents sent before numbers were parsed
 * store and print the text exactly as it was typed.
 */
export function sentValue(type: Field['type'], value: string): string {
  const text = value.replaceAll('\r\n', '\n').trim().normalize('NFC');
  return type === 'number' ? text.replaceAll(/[\s'’\u00a0\u202f]/g, '').replace(',', '.') : text;
}

/**
 * Returns a value in stored form. An unreadable or ambiguous number remains as typed and is later refused by
 * `valueProblem`.
 */
export function normalizeEntry(
  { type, properties = {} }: { type: Field['type']; properties?: FieldProperties | undefined },
  typed: string,
): string {
  return isWritten(type) ? writtenKinds[type].normalize(typed, properties) : plainText(typed);
}

/** Returns true if a value counts as an answer. An unreadable or ambiguous number does not. */
export function isAnswer(
  { type, properties = {} }: { type: Field['type']; properties?: FieldProperties | undefined },
  value: string,
): boolean {
  if (type !== 'number') return !isBlank(value);
  const reading = readNumber(value);
  const isSent = properties.value !== undefined && sentValue(type, properties.value) === value;
  return isSent || (reading !== undefined && 'value' in reading);
}

/** Returns the number with trailing zeros removed where it has more decimals than the field allows. */
function withDecimals(value: string, most: number | undefined): string {
  const [whole = '', fraction = ''] = value.replace('-', '').split('.');
  if (most === undefined || fraction.length <= most || decimalsOf(value) > most) return value;
  return canonicalNumber(whole, fraction.slice(0, most), value.startsWith('-'));
}

function decimalsOf(value: string): number {
  return (value.split('.')[1] ?? '').replace(/0+$/, '').length;
}

/**
 * Returns the problem of a normalized, non-empty value, or undefined if it is valid. The signer's browser uses
 * the same rules for guidance, and the server enforces them. Every rule runs in linear time. With `isSent`, the
 * sender set the value of a document that has been sent, and a period is a decimal point.
 */
export function valueProblem(
  { type, properties = {} }: Written,
  text: string,
  isSent = false,
): ValueProblem | undefined {
  if (/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(text)) {
    return { problem: 'unprintable' };
  }
  // Multiple choices have separate limits and are checked together against the box.
  if (text.length > maxTextLength && type !== 'multiChoice')
    return { problem: 'too-long', limit: maxTextLength };
  return writtenKinds[type].problemOf(text, properties, isSent);
}

type WrittenKind = {
  /** Returns an entered text in stored form. */
  normalize: (typed: string, properties: FieldProperties) => string;
  /** Returns the problem of a normalized, non-empty text, or undefined if it is valid. */
  problemOf: (text: string, properties: FieldProperties, isSent: boolean) => ValueProblem | undefined;
};

/** Single-line text, such as a name. */
const oneLine: WrittenKind = {
  normalize: plainText,
  problemOf: (text, properties) =>
    text.includes('\n') ? { problem: 'single-line' } : lengthProblem(text, properties),
};

/** How each text-like type normalizes and checks its values. */
const writtenKinds: Readonly<Record<WrittenType, WrittenKind>> = {
  text: { normalize: normalizeText, problemOf: textProblem },
  number: { normalize: normalizeNumber, problemOf: numberProblem },
  name: oneLine,
  company: oneLine,
  jobTitle: oneLine,
  email: {
    normalize: plainEmail,
    problemOf: (text) => (isMailAddress(text) ? undefined : { problem: 'not-an-email' }),
  },
  phone: {
    normalize: plainPhone,
    problemOf: (text) => (isInternationalPhone(text) ? undefined : { problem: 'not-a-phone' }),
  },
  dropdown: {
    normalize: plainText,
    problemOf: (text, { choices = [] }) =>
      choices.some((choice) => sameChoice(choice, text)) ? undefined : { problem: 'not-a-choice' },
  },
  address: {
    normalize: (typed) => addressLines([plainText(typed)]),
    problemOf: lengthProblem,
  },
  multiChoice: {
    normalize: (typed, { choices = [] }) => joinChosen(chosenIn(plainText(typed), choices.map(plainText))),
    problemOf: choicesProblem,
  },
  dateEntry: { normalize: plainText, problemOf: dateProblem },
};

function normalizeText(
  typed: string,
  { format = 'any', mask = '', comb, maxLength = maxTextLength }: FieldProperties,
): string {
  return plainFormat(typed, format, mask, comb === undefined ? maxLength : 0);
}

function normalizeNumber(typed: string, { decimals }: FieldProperties): string {
  const reading = readNumber(typed);
  return reading && 'value' in reading ? withDecimals(reading.value, decimals) : plainText(typed);
}

/** Limits relative to the signing day do not apply until `withDayLimits` has resolved them. */
function dateProblem(text: string, { earliest, latest }: FieldProperties): ValueProblem | undefined {
  if (!isDay(text)) {
    // The order of day and month does not matter here, because a date in the document's format has already been
    // converted to `YYYY-MM-DD`.
    const reading = readDate(text, 'yyyy-MM-dd');
    return reading && 'readings' in reading
      ? { problem: 'ambiguous-date', readings: reading.readings }
      : { problem: 'not-a-date' };
  }
  if (earliest !== undefined && isDay(earliest) && text < earliest)
    return { problem: 'too-early', limit: earliest };
  return latest !== undefined && isDay(latest) && text > latest
    ? { problem: 'too-late', limit: latest }
    : undefined;
}

function sameChoice(choice: string, text: string): boolean {
  return sentValue('dropdown', choice) === sentValue('dropdown', text);
}

function choicesProblem(
  text: string,
  { choices = [], atLeast, atMost }: FieldProperties,
): ValueProblem | undefined {
  const chosen = text.split('\n');
  const known = new Set(choices.map(plainText));
  if (chosen.some((choice) => !known.has(choice))) return { problem: 'not-a-choice' };
  if (atLeast !== undefined && chosen.length < atLeast) return { problem: 'too-few', limit: atLeast };
  if (atMost !== undefined && chosen.length > atMost) return { problem: 'too-many', limit: atMost };
  return undefined;
}

function textProblem(text: string, properties: FieldProperties): ValueProblem | undefined {
  const { format = 'any', mask = '', comb } = properties;
  // An ordinary text field accepts a pasted line break, but a comb field does not.
  if (comb !== undefined && text.includes('\n')) return { problem: 'single-line' };
  const length = lengthProblem(text, { ...properties, ...(comb !== undefined && { maxLength: comb }) });
  if (length) return length;
  if (hasFormat(text, format, mask)) return undefined;
  return format === 'mask' ? { problem: 'mask', limit: mask } : { problem: 'format', limit: format };
}

function lengthProblem(text: string, { minLength, maxLength }: FieldProperties): ValueProblem | undefined {
  if (minLength !== undefined && visibleLength(text) < minLength) {
    return { problem: 'too-short', limit: minLength };
  }
  if (maxLength !== undefined && [...text].length > maxLength) {
    return { problem: 'too-long', limit: maxLength };
  }
  return undefined;
}

/** Number format stored by older documents, from before separators were interpreted. */
const storedNumber = /^-?[0-9]{1,15}(?:\.[0-9]{1,10})?$/;

function numberProblem(
  text: string,
  { min, max, decimals }: FieldProperties,
  isSent: boolean,
): ValueProblem | undefined {
  const reading = isSent && storedNumber.test(text) ? { value: text } : readNumber(text);
  if (!reading) return { problem: 'not-a-number' };
  if ('readings' in reading) return { problem: 'ambiguous-number', readings: reading.readings };
  if (decimals !== undefined && decimalsOf(reading.value) > decimals) {
    return { problem: 'decimals', limit: decimals };
  }
  const number = Number(reading.value);
  if (min !== undefined && number < min) return { problem: 'too-small', limit: min };
  if (max !== undefined && number > max) return { problem: 'too-large', limit: max };
  return undefined;
}
