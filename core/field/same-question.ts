import { groupBy } from '../list/group-by.ts';
import type { Field } from './field.ts';
import { isWritten } from './kinds.ts';
import type { FieldProperties } from './properties.ts';

/** A field of a document, or of a template if it has a `roleId`. */
type Placed = Pick<Field, 'id' | 'type' | 'properties'> & {
  recipientId?: string | null;
  roleId?: string | null;
};

/**
 * Groups fields into questions. Fields of one recipient with the same explicit name are one question, which is
 * answered once and printed in each place. Labels do not count, because different questions may have the same
 * label.
 */
export function questionsOf<F extends Placed>(fields: readonly F[]): F[][] {
  return [...groupBy(fields, questionKey).values()];
}

/** Returns the first field of each question, in field order. */
export function firstPlaces<F extends Placed>(fields: readonly F[]): F[] {
  return questionsOf(fields).map(([first]) => first!);
}

/** Returns all fields of the same question, including the field itself. */
export function placesOf<F extends Placed>(field: Placed, fields: readonly F[]): F[] {
  if (field.properties?.name === undefined) return fields.filter(({ id }) => id === field.id);
  const key = questionKey(field);
  return fields.filter((other) => questionKey(other) === key);
}

/** Returns the values by field id, copied to all fields of the same question. */
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

/** Returns the explicit name of a field, or else its label. */
export function nameOf({ label, properties }: Pick<Field, 'label' | 'properties'>): string {
  return properties?.name ?? label;
}

/** Returns a key that is equal for all fields of a question. A field without a name is its own key. */
export function questionKey(field: Placed): unknown {
  const name = field.properties?.name;
  return name === undefined ? field : `named ${field.recipientId ?? field.roleId ?? ''} ${name}`;
}

/**
 * Returns true for text-like fields and ungrouped checkboxes. All signatures are the same anyway, and buttons
 * have a group.
 */
export function canShareQuestion({ type, properties }: Pick<Field, 'type' | 'properties'>): boolean {
  return isWritten(type) || (type === 'checkbox' && properties?.group === undefined);
}

/**
 * Returns true if these fields with the same name can be one question. They need the same type and the same
 * rules.
 */
export function canBeOneQuestion(places: readonly Field[]): boolean {
  const [first, ...others] = places;
  if (!first || others.length === 0) return true;
  return canShareQuestion(first) && others.every((other) => rulesOf(other) === rulesOf(first));
}

const ofPlace: ReadonlySet<string> = new Set<keyof FieldProperties>([
  ...(['dateFormat', 'party', 'ownerGone'] as const),
  ...(['size', 'align', 'weight', 'color'] as const),
]);

/** Returns true for properties that may differ between the fields of a question. */
export function isRuleOfPlace(property: string): boolean {
  return ofPlace.has(property);
}

function rulesOf({ type, required, properties = {} }: Field): string {
  const rules = Object.entries(properties)
    .filter(([key, value]) => !isRuleOfPlace(key) && value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([type, required, rules]);
}
