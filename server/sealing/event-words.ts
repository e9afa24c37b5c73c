import { eventNames } from '#core/trail/event-names.ts';
import type { RecordedEvent } from '../trail/trail-store.ts';

const toSomebodyElse: ReadonlySet<string> = new Set([
  'recipient_delegated',
  'recipient_corrected',
  'document_handed_over',
]);

/** One event in the certificate's table: its name, and whom or what it was about where the name leaves that open. */
export function eventWords({
  type,
  event,
  personal,
}: Pick<RecordedEvent, 'type' | 'event' | 'personal'>): string {
  const { mail, clockBackMs } = event.data;
  const detail = toSomebodyElse.has(type)
    ? (personal.recipientEmail ?? 'erased')
    : type.startsWith('mail_') && typeof mail === 'string'
      ? mail
      : undefined;
  const words = detail === undefined ? eventNames[type] : `${eventNames[type]}: ${detail}`;
  return typeof clockBackMs === 'number' ? `${words} (the clock had been set back)` : words;
}
