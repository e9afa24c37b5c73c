import type { Field } from './field.ts';

type Named = Pick<Field, 'id' | 'properties'>;

/** Returns the same fields with new ids; conditions refer to the new ids. */
export function renewFields<F extends Named>(fields: readonly F[], nextId: () => string): F[] {
  const ids = new Map(fields.map(({ id }) => [id, nextId()]));
  return fields.map((field) => ({ ...withCondition(field, ids), id: ids.get(field.id)! }));
}

/** Returns a field whose condition refers to the renamed field. */
function withCondition<F extends Named>(field: F, ids: ReadonlyMap<string, string>): F {
  const { properties } = field;
  const source = properties?.showWhen && ids.get(properties.showWhen.fieldId);
  if (!properties?.showWhen || source === undefined) return field;
  return { ...field, properties: { ...properties, showWhen: { ...properties.showWhen, fieldId: source } } };
}
