import type { Field } from './field.ts';
import { isOfSender } from './kinds.ts';
import type { FieldProperties } from './properties.ts';

/**
 * Returns the properties of a field whose owner was removed. The field is not assigned automatically, so that
 * no one signs in another person's place by chance. Its anchor number, which now counts up to another person,
 * is removed too.
 */
export function withOwnerGone({ party: _party, ...properties }: FieldProperties = {}): FieldProperties {
  return { ...properties, ownerGone: true };
}

/** Assigns a field to a person. Null unassigns it deliberately, as if it had never had an owner. */
export function giveTo<F extends Pick<Field, 'recipientId' | 'properties'>, Id extends string | null>(
  field: F,
  recipientId: Id,
): F & { recipientId: Id } {
  if (!field.properties?.ownerGone) return { ...field, recipientId };
  const { ownerGone: _gone, ...properties } = field.properties;
  return { ...field, recipientId, properties };
}

/**
 * Returns true if sending assigns the field to the only signer: it has no owner and was not placed for a
 * specific person.
 */
export function isForOnlySigner({
  type,
  recipientId,
  properties,
}: Pick<Field, 'type' | 'recipientId' | 'properties'>) {
  return recipientId === null && !isOfSender(type) && !properties?.ownerGone;
}
