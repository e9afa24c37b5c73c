import { sentValue, tidyEntry } from './check-value.ts';
import { isWritten, type Field } from './field.ts';
import { isMet } from './is-met.ts';
import { numberText } from './number-format.ts';

/** Who fills the fields in: what name and email fields hold at first. */
export type Person = { name: string; email: string };

/** The value that a page or a request gives for a field. */
export type GivenValue = string | number | boolean | undefined;

type Shown = Pick<Field, 'id' | 'type' | 'properties'>;

/** The value of a field before its recipient has touched it, as it is shown and sealed; '' is nothing. */
export function firstValue(
  { type, properties = {} }: Pick<Field, 'type' | 'properties'>,
  person: Person,
): string {
  if (type === 'checkbox' || type === 'radio') return properties.value === 'true' ? 'true' : '';
  if (!isWritten(type)) return '';
  const ofPerson = {
    name: person.name,
    email: person.email,
    text: '',
    number: '',
    dropdown: '',
    dateEntry: '',
  };
  return sentValue(type, properties.value ?? ofPerson[type]);
}

/** Its value now. A value that was never given is as it was at first; a read-only field stays so whatever is given. */
export function valueNow(field: Shown, given: GivenValue, person: Person): string {
  const first = firstValue(field, person);
  const text = typeof given === 'number' ? numberText(given) : String(given);
  if (given === undefined || field.properties?.readOnly || text === first) return first;
  if (field.type === 'checkbox' || field.type === 'radio') return text === 'true' ? 'true' : '';
  return isWritten(field.type) ? tidyEntry(field, text) : text;
}

/** Whose fields they are, and whether there is a signature and there are initials of theirs. */
export type Filler = { person: Person; hasSignature: boolean; hasInitials: boolean };

/** The value that a condition on the field looks at: a signature, initials and a file are there or not. */
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
 * The fields that are shown, by what the others hold, on the signer's page as on the server: a field whose condition
 * is not met is not there, and what it held neither counts nor shows another one. Conditions on a field that does not
 * exist, or in a circle, are refused before a document is sent; here they show nothing.
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
      ? isShown && isMet(condition, source, heldNow(source, givenFor(source.id), filler))
      : true;
    known.set(field.id, visible);
    return visible;
  };
  return fields.filter(isVisible);
}
