import { tidyEntry, valueProblem } from './check-value.ts';
import { isWritten, type Field } from './field.ts';

/** The field with its sender's value in the form in which it is stored. A value with a fault stays as it was written. */
export function tidyPrefilled<F extends Pick<Field, 'type' | 'properties'>>(field: F): F {
  const { type, properties = {} } = field;
  if (!isWritten(type) || properties.value === undefined) return field;
  const value = tidyEntry(field, properties.value);
  if (value === properties.value || valueProblem({ type, properties }, value)) return field;
  return { ...field, properties: { ...properties, value } };
}
