import type { FastifyRequest } from 'fastify';
import { refuse } from '#core/refusal.ts';
import type { Refusal } from '#core/refusal.ts';
import { ownOrigins } from './own-origins.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses what another site makes a browser send with our cookies (S-05). Every browser of the last years
 * states where a request comes from, in Sec-Fetch-Site, in Origin, or in both, and a page cannot forge either.
 * A request with neither comes from a program: it carries only what its owner gave it, so nobody's cookies can
 * be abused through it, and it passes.
 */
export function crossSiteRefusal(request: FastifyRequest, publicUrl: string): Refusal | undefined {
  if (safeMethods.has(request.method)) return undefined;
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return refusal;
  if (origin !== undefined && !allowedOrigins(request, publicUrl).includes(origin)) return refusal;
  return undefined;
}

const refusal = refuse(
  'cross-site-request',
  'This request came from another website, so nothing was changed.',
);

/** The host that was asked for is always us: cookies for another host would not have been sent to it. */
function allowedOrigins(request: FastifyRequest, publicUrl: string): string[] {
  return [...ownOrigins(publicUrl), `https://${request.host}`, `http://${request.host}`];
}
