import type { DocumentParts, Trail } from './document-parts.ts';

const acts = ['document_signed', 'document_approved', 'document_declined'];

/**
 * Returns a description of states that no installation writes: a completed document without a sealed file,
 * signatures or values without their events, or rows whose times differ from those of their events.
 */
export function findImpossibleStates(parts: DocumentParts): string[] {
  const { id, document, trail } = parts;
  const about = (sentence: string): string => `The document ${id}: ${sentence}`;
  return [...sealedStates(parts), ...otherKind(parts), ...actsWithoutEvents(parts), ...wrongTimes()].map(
    about,
  );

  function wrongTimes(): string[] {
    const { sent, completed } = timesOfTrail(trail);
    const isAt = (column: string, at: number | undefined): boolean =>
      at === undefined || Date.parse(String(document[column])) === at;
    return [
      ...(isAt('sent_at', sent) ? [] : ['its sending time differs from that of its event.']),
      ...(isAt('completed_at', completed) ? [] : ['its completion time differs from that of its event.']),
    ];
  }
}

function sealedStates({ document, trail }: DocumentParts): string[] {
  const isSealed = typeof document['sealed_sha256'] === 'string';
  const went = document['test'] === true && typeof document['purged_at'] === 'string';
  const wasSealed = trail.some(({ type }) => type === 'document_sealed');
  if (isSealed !== (document['status'] === 'completed') && !went)
    return isSealed
      ? ['it has a sealed file but is not completed.']
      : ['it is completed but names no sealed file.'];
  return wasSealed && !isSealed && !went ? ['it was sealed but names no sealed file.'] : [];
}

/** A test document is marked on every page and in its first event. */
function otherKind({ document, trail }: DocumentParts): string[] {
  const first = trail[0] && dataOf(trail[0].body);
  return (document['test'] === true) === (first?.['test'] === true)
    ? []
    : ['its trail and its row disagree about whether it is a test document.'];
}

function dataOf(body: string): Record<string, unknown> {
  const { data } = JSON.parse(body) as { data?: Record<string, unknown> };
  return data ?? {};
}

function actsWithoutEvents({ trail, recipients, signatures }: DocumentParts): string[] {
  const acted = new Set(trail.filter(({ type }) => acts.includes(type)).map(({ body }) => actorOf(body)));
  const wrong = new Set<string>();
  for (const { id, status } of recipients)
    if (['signed', 'approved', 'declined'].includes(String(status)) && !acted.has(String(id)))
      wrong.add(`recipient ${String(id)} is ${String(status)}, but no event records that.`);
  for (const { recipient_id: of } of signatures)
    if (!acted.has(String(of)))
      wrong.add(`recipient ${String(of)} has a signature, but no event records it.`);
  return [...wrong];
}

function actorOf(body: string): string | undefined {
  const { actor } = JSON.parse(body) as { actor?: { id?: unknown } };
  return typeof actor?.id === 'string' ? actor.id : undefined;
}

/** Returns when the document was sent and completed according to its audit trail (ms UTC). */
function timesOfTrail(trail: Trail): { sent: number | undefined; completed: number | undefined } {
  const at = (wanted: string): number | undefined =>
    trail.findLast(({ type }) => type === wanted)?.occurred_at.getTime();
  return { sent: at('document_sent'), completed: at('document_completed') };
}
