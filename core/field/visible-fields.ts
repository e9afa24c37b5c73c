import { sentValue, normalizeEntry } from './check-value.ts';
import { isTickType, isWritten, partOfPerson, type Field } from './field.ts';
import { isConditionMet } from './is-met.ts';
import { numberText } from './number-format.ts';

/** The person who fills in the fields; name and email fields initially contain these values. */
export type Person = { name: string; email: string };

/** The value that a page or a request provides for a field. */
export type GivenValue = string | number | boolean | undefined;

type Shown = Pick<Field, 'id' | 'type' | 'properties'>;

/** Returns the initial value of a field, as it is shown and sealed; '' means none. */
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
 * Returns the current value of a field: its initial value if none was given. A read-only field always keeps
 * its initial value.
 */
export function valueNow(field: Shown, given: GivenValue, person: Person): string {
  const first = firstValue(field, person);
  const text = typeof given === 'number' ? numberText(given) : String(given);
  if (given === undefined || field.properties?.readOnly || text === first) return first;
  if (isTickType(field.type)) return text === 'true' ? 'true' : '';
  return isWritten(field.type) ? normalizeEntry(field, text) : text;
}

/** The owner of the fields, and whether they have provided a signature and initials. */
export type Filler = { person: Person; hasSignature: boolean; hasInitials: boolean };

/**
 * Returns the value that a condition evaluates. A signature, initials and a file are only present or absent.
 */
function heldNow(field: Shown, given: GivenValue, { person, hasSignature, hasInitials }: Filler): string {
  switch (field.type) {
    case 'signature':
      return hasSignature ? 'true' : '';
    case 'initial':
      return hasInitials ? 'true' : '';
    case 'attachment':
      return given ? 'true' : '';
    case 'date':
      return '';
    default:
      return valueNow(field, given, person);
  }
}

/**
 * Returns the visible fields for the given values, on the signer's page and on the server. A field whose
 * condition is not met is absent: its value does not count and cannot make another field visible. Conditions
 * on a missing field, or circular ones, are refused before sending; here they hide the field.
 */
export function visibleFields<F extends Shown>(
  fields: readonly F[],
  givenFor: (fieldId: string) => GivenValue,
  filler: Filler,
): F[] {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const known = new Map<string, boolean>();
  const isVisible = (field: F): boolean => {
    const before = known.get(field.id);
    if (before !== undefined) return before;
    known.set(field.id, false);
    const condition = field.properties?.showWhen;
    const source = condition && byId.get(condition.fieldId);
    const isShown = source !== undefined && isVisible(source);
    const visible = condition
      ? isShown && isConditionMet(condition, source, heldNow(source, givenFor(source.id), filler))
      : true;
    known.set(field.id, visible);
    return visible;
  };
  return fields.filter(isVisible);
}
