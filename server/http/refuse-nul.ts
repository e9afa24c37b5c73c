import type { FastifyRequest } from 'fastify';
import { refuse, type Refusal } from '#core/refusal.ts';

/**
 * Refuses U+0000 wherever a request may carry text. No database text can hold it (PostgreSQL answers 22021), so
 * what nobody types would be a fault of ours, in every route again.
 */
export function nulRefusal({ body, query, params }: FastifyRequest): Refusal | undefined {
  return holdsNul([body, query, params]) ? refusal : undefined;
}

const refusal = refuse('request-malformed', 'The request holds a character that cannot be kept (U+0000).');

/** Without recursion: how deep a body is nested is up to whoever sends it. */
function holdsNul(request: unknown): boolean {
  const open = [request];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string' && value.includes('\0')) return true;
    if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) continue;
    for (const part of Object.values(value)) open.push(part);
  }
  return false;
}
