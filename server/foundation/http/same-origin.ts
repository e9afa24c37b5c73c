import type { FastifyRequest } from 'fastify';
import { refuse } from '#core/refusal.ts';
import type { Refusal } from '#core/refusal.ts';
import { bearerOf } from './api-key.ts';
import { ownOrigins } from './own-origins.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests that another website makes a browser send with our cookies (S-05). All current browsers
 * send the origin of a request in Sec-Fetch-Site, in Origin, or in both, and a page cannot forge either
 * header. A request with neither comes from a program and contains only what its user gave it, so it is
 * accepted. Only PUBLIC_URL defines our origin, because the client controls the Host header.
 */
export function crossSiteRefusal(request: FastifyRequest, publicUrl: string): Refusal | undefined {
  if (safeMethods.has(request.method)) return undefined;
  // Browsers never add API keys automatically, so a request with a key and no cookies cannot be cross-site
  // request forgery.
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
