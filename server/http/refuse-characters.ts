import type { FastifyRequest } from 'fastify';
import { refuse, type Refusal } from '#core/refusal.ts';

/**
 * Refuses, wherever a request may carry text, a character that no database text can hold: U+0000, and half of one that
 * UTF-16 writes in two (PostgreSQL answers 22021 and 22P02). Otherwise what nobody types would be a fault of ours, in
 * every route again.
 */
export function characterRefusal({ body, query, params }: FastifyRequest): Refusal | undefined {
  return holdsUnstorable([body, query, params]) ? refusal : undefined;
}

const refusal = refuse(
  'request-malformed',
  'The request holds a character that cannot be kept (U+0000, or half of a surrogate pair).',
);

/** Without recursion: how deep a body is nested is up to whoever sends it. */
function holdsUnstorable(request: unknown): boolean {
  const open = [request];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return true;
    if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) continue;
    for (const part of Array.isArray(value) ? value : Object.entries(value).flat()) open.push(part);
  }
  return false;
}
