import { endings, type Ending, type Evidence } from './evidence.ts';
import type { Finding } from './report.ts';
import type { ReadEvent } from './trail.ts';

/** The event that ended the document for good, after the last time that it was reopened; undefined where none did. */
export function endedBy(events: readonly ReadEvent[]): { ending: Ending; event: ReadEvent } | undefined {
  const told = events.flatMap((event) => {
    const { type, data } = event.body;
    const ending = endings.find((one) => type === `document_${one}`);
    if (ending !== undefined) return [{ ending, event }];
    const goesOn = type === 'all_signed' || (type === 'expiry_extended' && data['reopened'] === true);
    return goesOn ? [undefined] : [];
  });
  return told.at(-1);
}

/**
 * A record of a document that was not completed says how it ended, as its trail does; and the trail of a completed one
 * ends in no such way.
 */
export function checkEnding({ ending }: Evidence, events: readonly ReadEvent[]): Finding[] {
  return endedBy(events)?.ending === ending ? [] : [{ code: 'ending-differs' }];
}
