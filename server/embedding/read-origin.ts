import { refuse, type Refusal } from '#core/refusal.ts';

/** So many that none is missed, and so few that a page shows them all. */
export const mostOrigins = 50;
/** Within which a one-time address for a frame is opened. In ms. */
export const embedAddressLifetime = 5 * 60_000;

const local = new Set(['localhost', '127.0.0.1']);

/**
 * The origin of a website that may show our pages in a frame, as browsers write it. One website and no pattern: what
 * a browser would read as several in a frame-ancestors list is refused.
 */
export function readOrigin(text: string): string | Refusal {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  const bare = url && url.pathname === '/' && url.search + url.hash + url.username + url.password === '';
  if (!url || !bare || !/^[a-z0-9.-]+$/.test(url.hostname)) return invalid;
  return url.protocol === 'https:' || (url.protocol === 'http:' && local.has(url.hostname))
    ? url.origin
    : invalid;
}

/** Somebody's own machine: for test keys, since anything can answer there. */
export function isLocalOrigin(origin: string): boolean {
  return local.has(new URL(origin).hostname);
}

const invalid = refuse(
  'embedding-origin-invalid',
  'Enter the address of one website without a path, such as https://app.example.com. It has to begin with https://; for tests, http://localhost with a port will do.',
);
