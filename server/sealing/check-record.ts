import type { RecordedEvent } from '../trail/trail-store.ts';
import type { SigningRecord } from './signing-record.ts';

/**
 * What the rows say that are about to be printed but the trail does not: undefined when they agree. The pages are
 * made from rows, the proof from the trail; a row that was changed behind the product's back is never sealed.
 */
export function disagreement({ document, signatures, values, events }: SigningRecord): string | undefined {
  const recorded = new Map(events.flatMap(({ personal }) => Object.entries(personal)));
  for (const [fieldId, value] of values) {
    if (value !== '' && recorded.get(`field:${fieldId}`) !== value) {
      return `The value of field ${fieldId} is not the one that was recorded.`;
    }
  }
  for (const [name, value] of recorded) {
    if (name.startsWith('field:') && value !== '' && !values.has(name.slice('field:'.length))) {
      return `The value of field ${name.slice('field:'.length)} was recorded and is not there.`;
    }
  }
  for (const { recipient, imageSha256, text, initialsSha256, initialsText } of signatures) {
    const act = events.find((event) => isActOf(recipient.id, event));
    if (act?.event.data.baseSha256 !== document.baseSha256) {
      return `The file is not the one that recipient ${recipient.id} signed.`;
    }
    if (act.event.data.imageSha256 !== imageSha256 || (act.personal.signature ?? null) !== text) {
      return `The signature of recipient ${recipient.id} is not the one that was recorded.`;
    }
    const { initialsSha256: recordedHash = null } = act.event.data;
    if (recordedHash !== initialsSha256 || (act.personal.initials ?? null) !== initialsText) {
      return `The initials of recipient ${recipient.id} are not those that were recorded.`;
    }
  }
  return undefined;
}

function isActOf(recipientId: string, { type, event }: RecordedEvent): boolean {
  return (type === 'document_signed' || type === 'document_approved') && event.actor.id === recipientId;
}
