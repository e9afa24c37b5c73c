import { endings, type Ending, type Evidence } from '../evidence.ts';
import type { Finding } from '../report.ts';
import type { ReadEvent } from '../trail.ts';

/**
 * Returns the event that finally ended the document, after it was last reopened. Returns undefined if the
 * document has not ended.
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
 * Checks that the record of an uncompleted document states the same ending as its trail, and that the trail of a
 * completed document has no such ending.
 */
export function checkEnding({ ending }: Evidence, events: readonly ReadEvent[]): Finding[] {
  return findEnding(events)?.ending === ending ? [] : [{ code: 'ending-differs' }];
}
