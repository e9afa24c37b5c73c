import type { RecordedEvent } from '../trail/trail-store.ts';

const naming: readonly RecordedEvent['type'][] = [
  'form_answered',
  'recipient_corrected',
  'recipient_delegated',
];

/** Whether the name of a recipient is the one that the visitor of a public form typed, and not the sender's choice. */
export function isNamedByVisitor(recipientId: string, events: readonly RecordedEvent[]): boolean {
  const last = events.findLast(
    ({ type, event }) => naming.includes(type) && event.data['recipientId'] === recipientId,
  );
  return last?.type === 'form_answered';
}
