import type { TrailEvent } from './event.ts';

type RecordedValues = { readonly body: string; readonly values: ReadonlySet<string> };
export type MissingValue = { readonly seq: number; readonly name: string };

/** Values that identify the person who acted on a recipient. They outlast the erasure of that recipient. */
const ofTheActor: ReadonlySet<string> = new Set([
  ...['actor', 'actorEmail', 'ip', 'userAgent', 'apiKey', 'reason'],
]);

/**
 * Returns values that the events of a trail commit to but that are no longer stored, without an event that
 * explains why. The product removes values in two cases: after a `person_erased` event (as in the database
 * function `is_erased`), and the file name of a draft that was permanently deleted. `events` are sorted by
 * `seq`, and their bodies have been verified.
 */
export function missingValues(events: readonly RecordedValues[]): MissingValue[] {
  const read = events.map(({ body, values }) => ({ event: JSON.parse(body) as TrailEvent, values }));
  const erasures = read.map(({ event }) => event).filter(({ type }) => type === 'person_erased');
  const wasSent = read.some(({ event }) => event.type === 'document_sent');
  return read.flatMap(({ event, values }) =>
    Object.keys(event.personal)
      .filter((name) => !values.has(name))
      .filter((name) => wasSent || name !== 'fileName')
      .filter((name) => !erasures.some((erasure) => explains(erasure, event, name)))
      .map((name) => ({ seq: event.seq, name })),
  );
}

function explains(erasure: TrailEvent, event: TrailEvent, name: string): boolean {
  const erased = erasure.data['recipientId'];
  const { kind, id } = event.actor;
  if (erasure.seq <= event.seq) return false;
  if (name === 'agreement' || (kind === 'recipient' && id === erased)) return true;
  return event.data['recipientId'] === erased && (kind === 'system' || !ofTheActor.has(name));
}
