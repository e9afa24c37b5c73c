import type { RecordedEvent } from '../../records/trail/trail-store.ts';

const naming: readonly RecordedEvent['type'][] = [
  'form_answered',
  'recipient_corrected',
  'recipient_delegated',
];

/** Returns the last event after the draft that set the recipient’s name and address. */
export function namingEvent(
  recipientId: string,
  events: readonly RecordedEvent[],
): RecordedEvent | undefined {
  return events.findLast(
    ({ type, event }) => naming.includes(type) && event.data['recipientId'] === recipientId,
  );
}

/** Returns true if the visitor of a public form entered the recipient's name, rather than the sender. */
export function isNamedByVisitor(recipientId: string, events: readonly RecordedEvent[]): boolean {
  return namingEvent(recipientId, events)?.type === 'form_answered';
}
