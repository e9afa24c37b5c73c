import type { Field } from './field.ts';
import type { FieldProperties } from './properties.ts';

/**
 * The properties of a field whose owner is gone. Nobody signs in the place of somebody else by chance, so it goes to
 * nobody by itself: the number of its anchor, which counts up to another person by now, goes too.
 */
export function withOwnerGone({ party: _party, ...properties }: FieldProperties = {}): FieldProperties {
  return { ...properties, ownerGone: true };
}

/** Gives a field to somebody; null takes it knowingly away, as if it had never been anybody's. */
export function giveTo<F extends Pick<Field, 'recipientId' | 'properties'>, Id extends string | null>(
  field: F,
  recipientId: Id,
): F & { recipientId: Id } {
  if (!field.properties?.ownerGone) return { ...field, recipientId };
  const { ownerGone: _gone, ...properties } = field.properties;
  return { ...field, recipientId, properties };
}

/** Whether the only signer gets it in sending: it is nobody's, and was not placed for anybody. */
export function isForOnlySigner({ recipientId, properties }: Pick<Field, 'recipientId' | 'properties'>) {
  return recipientId === null && !properties?.ownerGone;
}
