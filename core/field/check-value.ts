import { isMailAddress } from '../recipient/address.ts';
import type { Field, WrittenType } from './field.ts';
import type { FieldProperties } from './properties.ts';
import { hasFormat, type TextFormat } from './text-format.ts';

/** More text than this does not belong into a box on a page. Characters. */
export const longestText = 1000;

/** Why a value cannot be taken; `limit` is the number, or the form, that it does not keep to. */
export type ValueProblem =
  | { problem: 'unprintable' | 'not-an-email' | 'not-a-choice' | 'one-line' }
  | { problem: 'not-a-number' | 'two-readings' }
  | { problem: 'too-short' | 'too-long' | 'too-small' | 'too-large' | 'decimals'; limit: number }
  | { problem: 'format'; limit: TextFormat }
  | { problem: 'mask'; limit: string };

/** The kind and the properties of a field, which decide about its value. */
type Written = { type: WrittenType; properties?: FieldProperties };

/** The value as it is kept: composed, without spaces at its ends, a number with a point. */
export function tidyValue(type: Field['type'], typed: string): string {
  const text = typed.replaceAll('\r\n', '\n').trim().normalize('NFC');
  return type === 'number' ? withoutGaps(text).replace(',', '.') : text;
}

function withoutGaps(number: string): string {
  return number.replaceAll(/[\s'’\u00a0\u202f]/g, '');
}

/** A number that some write for twelve thousand and five hundred, and others for twelve and a half. */
const twoReadings = /^-?[1-9][0-9]{0,2},[0-9]{3}$/;

/**
 * The same of what somebody enters or lays down now. A number that can be read in two ways keeps its comma, for which
 * `valueProblem` refuses it; documents that are out with one are still signed, with the number that is shown.
 */
export function tidyEntry(type: Field['type'], typed: string): string {
  if (type !== 'number') return tidyValue(type, typed);
  const digits = withoutGaps(typed);
  return twoReadings.test(digits) ? digits : tidyValue(type, typed);
}

/**
 * The fault of a tidied value that is not empty; undefined when it has none. The same rules in the signer's
 * browser, where they explain, and on the server, where they decide. Each looks at a character once.
 */
export function valueProblem({ type, properties = {} }: Written, text: string): ValueProblem | undefined {
  if (/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(text)) {
    return { problem: 'unprintable' };
  }
  if (text.length > longestText) return { problem: 'too-long', limit: longestText };
  switch (type) {
    case 'text':
      return textProblem(properties, text);
    case 'name':
      return text.includes('\n') ? { problem: 'one-line' } : lengthProblem(properties, text);
    case 'email':
      return isMailAddress(text) ? undefined : { problem: 'not-an-email' };
    case 'number':
      return numberProblem(properties, text);
    case 'dropdown':
      return properties.choices?.some((choice) => tidyValue(type, choice) === text)
        ? undefined
        : { problem: 'not-a-choice' };
  }
}

function textProblem(properties: FieldProperties, text: string): ValueProblem | undefined {
  const { format = 'any', mask = '', comb } = properties;
  // A plain text field takes a line break that was pasted; one that was made for a line says so.
  if (comb !== undefined && text.includes('\n')) return { problem: 'one-line' };
  const length = lengthProblem({ ...properties, ...(comb !== undefined && { maxLength: comb }) }, text);
  if (length) return length;
  if (hasFormat(text, format, mask)) return undefined;
  return format === 'mask' ? { problem: 'mask', limit: mask } : { problem: 'format', limit: format };
}

function lengthProblem({ minLength, maxLength }: FieldProperties, text: string): ValueProblem | undefined {
  const length = [...text].length;
  if (minLength !== undefined && length < minLength) return { problem: 'too-short', limit: minLength };
  if (maxLength !== undefined && length > maxLength) return { problem: 'too-long', limit: maxLength };
  return undefined;
}

function numberProblem({ min, max, decimals }: FieldProperties, text: string): ValueProblem | undefined {
  if (twoReadings.test(text)) return { problem: 'two-readings' };
  const parts = /^-?[0-9]{1,15}(?:\.([0-9]{1,10}))?$/.exec(text);
  if (!parts) return { problem: 'not-a-number' };
  if (decimals !== undefined && (parts[1]?.length ?? 0) > decimals) {
    return { problem: 'decimals', limit: decimals };
  }
  const number = Number(text);
  if (min !== undefined && number < min) return { problem: 'too-small', limit: min };
  if (max !== undefined && number > max) return { problem: 'too-large', limit: max };
  return undefined;
}
