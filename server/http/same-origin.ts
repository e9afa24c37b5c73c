import type { FastifyRequest } from 'fastify';
import { refuse } from '#core/refusal.ts';
import type { Refusal } from '#core/refusal.ts';
import { bearerOf } from './api-key.ts';
import { ownOrigins } from './own-origins.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses what another site makes a browser send with our cookies (S-05). Every browser of the last years
 * states where a request comes from, in Sec-Fetch-Site, in Origin, or in both, and a page cannot forge either.
 * A request with neither comes from a program: it carries only what its owner gave it, so nobody's cookies can
 * be abused through it, and it passes. PUBLIC_URL alone says who we are: a Host header is what the request says.
 */
export function crossSiteRefusal(request: FastifyRequest, publicUrl: string): Refusal | undefined {
  if (safeMethods.has(request.method)) return undefined;
  // A key is nothing that a browser adds by itself: whoever sends one and no cookie abuses nobody's.
  if (request.headers.cookie === undefined && bearerOf(request.headers.authorization)) return undefined;
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return refusal;
  if (origin !== undefined && !ownOrigins(publicUrl).includes(origin)) return refusal;
  return undefined;
}

const refusal = refuse(
  'cross-site-request',
  'This request came from another website, so nothing was changed.',
);
