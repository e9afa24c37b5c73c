import type { Field } from './field.ts';
import { isOfSender } from './kinds.ts';
import type { FieldProperties } from './properties.ts';

/**
 * Returns the properties of a field whose recipient was removed. The field is not reassigned automatically, so
 * that no one signs in another person's place by accident. Its party number is removed too, because it would now
 * refer to someone else.
 */
export function withOwnerGone({ party: _party, ...properties }: FieldProperties = {}): FieldProperties {
  return { ...properties, ownerGone: true };
}

/** Assigns a field to a recipient. Null unassigns it on purpose, as if it had never had a recipient. */
export function giveTo<F extends Pick<Field, 'recipientId' | 'properties'>, Id extends string | null>(
  field: F,
  recipientId: Id,
): F & { recipientId: Id } {
  if (!field.properties?.ownerGone) return { ...field, recipientId };
  const { ownerGone: _gone, ...properties } = field.properties;
  return { ...field, recipientId, properties };
}

/**
 * Returns true if sending assigns the field to the only signer, because it has no recipient and was not placed
 * for a specific person.
 */
export function isForOnlySigner({
  type,
  recipientId,
  properties,
}: Pick<Field, 'type' | 'recipientId' | 'properties'>) {
  return recipientId === null && !isOfSender(type) && !properties?.ownerGone;
}
