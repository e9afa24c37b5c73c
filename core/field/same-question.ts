import { groupBy } from '../list/group-by.ts';
import type { Field } from './field.ts';
import { isWritten } from './kinds.ts';
import type { FieldProperties } from './properties.ts';

/** A field of a document or, with `roleId`, of a template. */
type Placed = Pick<Field, 'id' | 'type' | 'properties'> & {
  recipientId?: string | null;
  roleId?: string | null;
};

/**
 * Groups fields into questions. Fields of one recipient with the same explicit name are one question, which is
 * asked once and printed in each place. Labels join nothing: they may repeat for different questions.
 */
export function questionsOf<F extends Placed>(fields: readonly F[]): F[][] {
  return [...groupBy(fields, questionKey).values()];
}

/** Returns the first place of each question, in the order of the fields. */
export function firstPlaces<F extends Placed>(fields: readonly F[]): F[] {
  return questionsOf(fields).map(([first]) => first!);
}

/** Returns the places of the field's question, including the field itself. */
export function placesOf<F extends Placed>(field: Placed, fields: readonly F[]): F[] {
  if (field.properties?.name === undefined) return fields.filter(({ id }) => id === field.id);
  const key = questionKey(field);
  return fields.filter((other) => questionKey(other) === key);
}

/** Returns the values by field id, each also given to the other places of its question. */
export function givenToPlaces<Value>(
  fields: readonly Placed[],
  values: ReadonlyMap<string, Value>,
): Map<string, Value> {
  const given = new Map(values);
  for (const places of questionsOf(fields)) {
    const source = places.find(({ id }) => values.has(id));
    if (places.length < 2 || !source) continue;
    for (const { id } of places) if (!given.has(id)) given.set(id, values.get(source.id)!);
  }
  return given;
}

/** The explicit name of a field, or else its label. */
export function nameOf({ label, properties }: Pick<Field, 'label' | 'properties'>): string {
  return properties?.name ?? label;
}

/** Equal for the places of a question. A field without a name is its own key. */
export function questionKey(field: Placed): unknown {
  const name = field.properties?.name;
  return name === undefined ? field : `named ${field.recipientId ?? field.roleId ?? ''} ${name}`;
}

/** Texts and single checkboxes. Signatures are one mark anyway, and buttons have their group. */
export function canShareQuestion({ type, properties }: Pick<Field, 'type' | 'properties'>): boolean {
  return isWritten(type) || (type === 'checkbox' && properties?.group === undefined);
}

/** Returns true if the fields of one name can be one question: one type, and the same rules in every place. */
export function canBeOneQuestion(places: readonly Field[]): boolean {
  const [first, ...others] = places;
  if (!first || others.length === 0) return true;
  return canShareQuestion(first) && others.every((other) => rulesOf(other) === rulesOf(first));
}

const ofPlace: ReadonlySet<string> = new Set<keyof FieldProperties>([
  ...(['dateFormat', 'party', 'ownerGone'] as const),
  ...(['size', 'align', 'weight', 'color'] as const),
]);

/** Returns true for properties that may differ between the places of a question. */
export function isRuleOfPlace(property: string): boolean {
  return ofPlace.has(property);
}

function rulesOf({ type, required, properties = {} }: Field): string {
  const rules = Object.entries(properties)
    .filter(([key, value]) => !isRuleOfPlace(key) && value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([type, required, rules]);
}
