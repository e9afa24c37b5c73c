import type { Trail } from './document-parts.ts';

/** When the document was sent and completed according to its audit trail, ms UTC. */
export function timesOfTrail(trail: Trail): { sent: number | undefined; completed: number | undefined } {
  const at = (wanted: string): number | undefined =>
    trail.findLast(({ type }) => type === wanted)?.occurred_at.getTime();
  return { sent: at('document_sent'), completed: at('document_completed') };
}
