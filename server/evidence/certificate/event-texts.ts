import { readFileFacts } from '#core/trail/file-facts.ts';
import { isClockSetBack } from '#core/trail/clock-back.ts';
import type { RecordedEvent } from '../../records/trail/trail-store.ts';
import { certificateMessages, type Wording } from './certificate-texts.ts';

const toSomebodyElse: ReadonlySet<string> = new Set([
  'recipient_delegated',
  'recipient_corrected',
  'document_handed_over',
]);

/**
 * Returns the text of an event in the certificate's table: its name, and whom or what it concerns if the name
 * does not say that.
 */
export function eventText(
  { type, event, personal }: Pick<RecordedEvent, 'type' | 'event' | 'personal'>,
  { say, labeled }: Wording = certificateMessages('en'),
): string {
  const name = say(`event.${type}`);
  const isOfPages = type === 'pages_removed' || type === 'pages_turned';
  const words = toSomebodyElse.has(type)
    ? labeled(name, personal.recipientEmail ?? personal.recipient ?? say('erased'))
    : isOfPages
      ? labeled(name, String(readFileFacts({ data: event.data, personal }).which))
      : name;
  return isClockSetBack(event.data.clockBackMs) ? `${words} ${say('clock.back')}` : words;
}
