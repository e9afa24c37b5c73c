import { mustAct, type Recipient } from '../recipient/recipient.ts';
import type { Field } from './field.ts';
import { isOfSender } from './kinds.ts';

/**
 * Assigns fields that were placed by anchors. Party 1 is the first person who signs or approves, sorted by turn
 * and then by position in the list. Fields that already have a recipient are unchanged.
 */
export function assignParties<F extends Pick<Field, 'type' | 'recipientId' | 'properties'>>(
  fields: readonly F[],
  recipients: readonly Pick<Recipient, 'id' | 'role' | 'turn'>[],
): F[] {
  const acting = recipients.filter(mustAct).toSorted((a, b) => a.turn - b.turn);
  return fields.map((field) => {
    const party = field.properties?.party;
    if (field.recipientId !== null || party === undefined || isOfSender(field.type)) return field;
    return { ...field, recipientId: acting[party - 1]?.id ?? null };
  });
}
