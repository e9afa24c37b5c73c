import { sentValue, normalizeEntry } from './check-value.ts';
import { isTickType, isWritten, partOfPerson, type Field } from './field.ts';
import { numberText } from './values/number-format.ts';

/** The person who fills in the fields. Name and email fields initially contain these values. */
export type Person = { name: string; email: string };

/** The value of a field in a page or a request. */
export type GivenValue = string | number | boolean | undefined;

type Shown = Pick<Field, 'id' | 'type' | 'properties'>;

/** Returns the initial value of a field as it is shown and sealed; '' if there is none. */
export function firstValue(
  { type, properties = {} }: Pick<Field, 'type' | 'properties'>,
  person: Person,
): string {
  if (isTickType(type)) return properties.value === 'true' ? 'true' : '';
  if (!isWritten(type)) return '';
  const part = partOfPerson({ type, properties });
  return sentValue(type, part ? person[part] : (properties.value ?? ''));
}

/**
 * Returns the current value of a field, which is its initial value if none was given. A read-only field always
 * has its initial value.
 */
export function valueNow(field: Shown, given: GivenValue, person: Person): string {
  const first = firstValue(field, person);
  const text = typeof given === 'number' ? numberText(given) : String(given);
  if (given === undefined || field.properties?.readOnly || text === first) return first;
  if (isTickType(field.type)) return text === 'true' ? 'true' : '';
  return isWritten(field.type) ? normalizeEntry(field, text) : text;
}
