import type { Field } from './field.ts';
import { changeConditions } from './rules/references.ts';

type Named = Pick<Field, 'id' | 'properties'>;

/** Returns the same fields with new ids, and with conditions that refer to the new ids. */
export function renewFields<F extends Named>(fields: readonly F[], nextId: () => string): F[] {
  const ids = new Map(fields.map(({ id }) => [id, nextId()]));
  return fields.map((field) => ({ ...withConditions(field, ids), id: ids.get(field.id)! }));
}

/** Returns a field whose conditions refer to the new ids. Formulas refer to labels, so they remain unchanged. */
function withConditions<F extends Named>(field: F, ids: ReadonlyMap<string, string>): F {
  if (!field.properties?.showWhen) return field;
  const properties = changeConditions(field.properties, (condition) => {
    return { ...condition, fieldId: ids.get(condition.fieldId) ?? condition.fieldId };
  });
  return { ...field, properties };
}
