import { actsBefore, type SigningOrder } from '../../recipient/turn.ts';
import type { Recipient } from '../../recipient/recipient.ts';
import { isTickType, type Field } from '../field.ts';
import type { FieldProperties } from '../properties.ts';
import { evaluateFields, type EarlierField, type Entered, type Evaluation, type Marks } from './evaluate.ts';
import { namesOf, sourcesOf } from './references.ts';

type Party = Pick<Recipient, 'id' | 'role' | 'turn'>;

/** The parts of a document that its rules depend on. */
export type RuledDocument = {
  signingOrder: SigningOrder;
  fields: readonly Field[];
  recipients: readonly Party[];
};

/**
 * Recorded entries: the values by field id, and the signatures and initials of each recipient who has signed, by
 * recipient id.
 */
export type Recorded = {
  values: ReadonlyMap<string, string>;
  marks: ReadonlyMap<string, Marks>;
};

/**
 * Returns the fields that this recipient's rules can refer to: all fields of recipients who had to act earlier
 * and have acted. They are evaluated in order from the recorded values.
 */
export function earlierFields(document: RuledDocument, reader: Party, recorded: Recorded): EarlierField[] {
  const results: (EarlierField & { turn: number })[] = [];
  const before = document.recipients
    .filter((one) => recorded.marks.has(one.id) && actsBefore(document.signingOrder, one, reader))
    .sort((a, b) => a.turn - b.turn);
  for (const person of before) {
    const own = document.fields.filter(({ recipientId }) => recipientId === person.id);
    const known = results.filter(({ turn }) => turn < person.turn);
    const { heldOf } = evaluateFields(own, enteredBy(person, recorded), known);
    for (const field of own) results.push({ ...field, held: heldOf(field.id), turn: person.turn });
  }
  return results;
}

/**
 * Evaluates the fields of each recipient who has acted from the recorded values. Formulas are computed again.
 */
export function evaluateRecorded(document: RuledDocument, recorded: Recorded): Evaluation<Field>[] {
  return document.recipients.flatMap((person) => {
    if (!recorded.marks.has(person.id)) return [];
    const own = document.fields.filter(({ recipientId }) => recipientId === person.id);
    const earlier = earlierFields(document, person, recorded);
    return [evaluateFields(own, enteredBy(person, recorded), earlier)];
  });
}

function enteredBy({ id }: Party, recorded: Recorded): Entered<Field> {
  const marks = recorded.marks.get(id) ?? { hasSignature: false, hasInitials: false };
  return { ...marks, valueOf: (field) => recordedValue(field, recorded) };
}

/** A field without a recorded value is empty, even if it had an initial value. */
function recordedValue({ id, type }: Field, { values }: Recorded): string {
  const value = values.get(id) ?? '';
  return isTickType(type) && value !== 'true' ? '' : value;
}

/** Properties that affect how a field's value is compared. */
const compared = ['name', 'choice', 'choices', 'decimals', 'format', 'mask', 'comb', 'maxLength'] as const;

/**
 * Returns those earlier fields that the rules of these fields refer to, for the signer's page. Only names,
 * values and the properties needed for comparisons are included.
 */
export function referredFields(own: readonly Field[], earlier: readonly EarlierField[]): EarlierField[] {
  const byId = new Map(earlier.map((field) => [field.id, field]));
  const names = namesOf([...own, ...earlier]);
  const referred = new Set(own.flatMap((field) => sourcesOf(field, byId, names).map(({ id }) => id)));
  return earlier
    .filter(({ id }) => referred.has(id))
    .map(({ id, type, label, held, properties = {} }) => {
      const kept = compared.flatMap((key) => (properties[key] === undefined ? [] : [[key, properties[key]]]));
      return { id, type, label, held, properties: Object.fromEntries(kept) as FieldProperties };
    });
}
