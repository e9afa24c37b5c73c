import { normalizeEntry, valueProblem } from './check-value.ts';
import { isWritten, type Field } from './field.ts';
import { plainText } from './plain-text.ts';

/** Returns the field with the sender's value in stored form. A value with a fault remains as it was typed. */
export function normalizePrefilled<F extends Pick<Field, 'type' | 'properties'>>(field: F): F {
  const { type, properties = {} } = field;
  if (properties.value === undefined) return field;
  if (type === 'note') return { ...field, properties: { ...properties, value: plainText(properties.value) } };
  if (!isWritten(type)) return field;
  const value = normalizeEntry(field, properties.value);
  if (value === properties.value || valueProblem({ type, properties }, value)) return field;
  return { ...field, properties: { ...properties, value } };
}
