import { mustAct, type Recipient } from '../recipient/recipient.ts';
import type { Field } from './field.ts';

/**
 * Gives fields that an anchor placed to the people they were placed for: party 1 is the first of those who sign or
 * approve, by their turn and then their place in the list. A field that somebody has already is left alone.
 */
export function assignParties<F extends Pick<Field, 'recipientId' | 'properties'>>(
  fields: readonly F[],
  recipients: readonly Pick<Recipient, 'id' | 'role' | 'turn'>[],
): F[] {
  const acting = recipients.filter(mustAct).toSorted((a, b) => a.turn - b.turn);
  return fields.map((field) => {
    const party = field.properties?.party;
    if (field.recipientId !== null || party === undefined) return field;
    return { ...field, recipientId: acting[party - 1]?.id ?? null };
  });
}
