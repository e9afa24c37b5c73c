import type { FastifyRequest } from 'fastify';
import { refuse, type Refusal } from '#core/refusal.ts';

/**
 * Rejects characters that PostgreSQL cannot store, wherever a request may contain text: U+0000 and unpaired
 * surrogates (PostgreSQL errors 22021 and 22P02). Otherwise they would cause a server error in every route.
 */
export function characterRefusal({
  body,
  query,
  params,
}: Pick<FastifyRequest, 'body' | 'query' | 'params'>): Refusal | undefined {
  return holdsUnstorable([body, query, params]) ? refusal : undefined;
}

const refusal = refuse(
  'request-malformed',
  'The request contains a character that can’t be stored (U+0000, or half of a surrogate pair).',
);

/** Not recursive, since clients control the nesting depth. */
function holdsUnstorable(request: unknown): boolean {
  const open = [request];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return true;
    if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) continue;
    if (Array.isArray(value)) for (const part of value) open.push(part);
    else for (const [name, part] of Object.entries(value)) open.push(name, part);
  }
  return false;
}
