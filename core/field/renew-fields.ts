import type { Field } from './field.ts';

type Named = Pick<Field, 'id' | 'properties'>;

/** The same fields under new ids; conditions follow the fields they look at. */
export function renewFields<F extends Named>(fields: readonly F[], nextId: () => string): F[] {
  const ids = new Map(fields.map(({ id }) => [id, nextId()]));
  return fields.map((field) => ({ ...withCondition(field, ids), id: ids.get(field.id)! }));
}

/** A field whose condition looks at the renamed field. */
function withCondition<F extends Named>(field: F, ids: ReadonlyMap<string, string>): F {
  const { properties } = field;
  const source = properties?.showWhen && ids.get(properties.showWhen.fieldId);
  if (!properties?.showWhen || source === undefined) return field;
  return { ...field, properties: { ...properties, showWhen: { ...properties.showWhen, fieldId: source } } };
}
