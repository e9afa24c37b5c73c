import type { RecordedEvent } from '../../records/trail/trail-store.ts';

const naming: readonly RecordedEvent['type'][] = [
  'form_answered',
  'recipient_corrected',
  'recipient_delegated',
];

/**
 * Returns true if the recipient's name was typed by the visitor of a public form and not chosen by the
 * sender.
 */
export function isNamedByVisitor(recipientId: string, events: readonly RecordedEvent[]): boolean {
  const last = events.findLast(
    ({ type, event }) => naming.includes(type) && event.data['recipientId'] === recipientId,
  );
  return last?.type === 'form_answered';
}
