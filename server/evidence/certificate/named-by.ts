import { isNamedIn } from '#core/form/named-people.ts';
import type { RecordedEvent } from '../../records/trail/trail-store.ts';
import type { SigningRecord } from '../record/signing-record.ts';
import type { Wording } from './certificate-texts.ts';
import { whoOf } from './reference-of.ts';

const naming: readonly RecordedEvent['type'][] = [
  'form_answered',
  'recipient_corrected',
  'recipient_delegated',
];

/** Returns the last event that set the recipient’s name and address. Changes to the draft do not count. */
export function namingEvent(
  recipientId: string,
  events: readonly RecordedEvent[],
): RecordedEvent | undefined {
  return events.findLast(
    ({ type, event }) =>
      naming.includes(type) &&
      (event.data['recipientId'] === recipientId || isNamedIn(event.data, recipientId)),
  );
}

/**
 * Returns the name of the public form's visitor at the time of the event, because the visitor may since have
 * delegated their part to another person.
 */
export function visitorOf(
  { event, personal }: RecordedEvent,
  { recipients, events }: SigningRecord,
  { say, named, language }: Wording,
): string {
  const id = String(event.data['recipientId']);
  const person = recipients.find((one) => one.id === id);
  if (person && namingEvent(id, events)?.type === 'form_answered' && (person.name || person.email))
    return whoOf(person, recipients, language);
  return personal.actorEmail ? named(personal.actor ?? '', personal.actorEmail) : say('erased');
}
