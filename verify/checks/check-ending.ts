import { endings, type Ending, type Evidence } from '../evidence.ts';
import type { Finding } from '../report.ts';
import type { ReadEvent } from '../trail.ts';

/**
 * Returns the event that finally ended the document, after the last time it was reopened. Undefined if it has
 * not ended.
 */
export function findEnding(events: readonly ReadEvent[]): { ending: Ending; event: ReadEvent } | undefined {
  const ends = events.flatMap((event) => {
    const { type, data } = event.body;
    const ending = endings.find((one) => type === `document_${one}`);
    if (ending !== undefined) return [{ ending, event }];
    const goesOn = type === 'all_signed' || (type === 'expiry_extended' && data['reopened'] === true);
    return goesOn ? [undefined] : [];
  });
  return ends.at(-1);
}

/**
 * Checks that the record of a document that was not completed states the same end as its trail, and that the
 * trail of a completed one has no such end.
 */
export function checkEnding({ ending }: Evidence, events: readonly ReadEvent[]): Finding[] {
  return findEnding(events)?.ending === ending ? [] : [{ code: 'ending-differs' }];
}
