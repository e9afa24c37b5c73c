import { refuse, type Refusal } from '#core/refusal.ts';

/** More websites than an account needs, and few enough to show on one page. */
export const MAX_ORIGINS = 50;
/** Milliseconds within which a one-time URL for a frame must be opened. */
export const embedAddressLifetime = 5 * 60_000;

const local = new Set(['localhost', '127.0.0.1']);

/**
 * Parses the origin of a website that may frame our pages and normalizes it as browsers do. Accepts exactly
 * one origin, without wildcards. Refuses anything that a browser would read as several sources in
 * frame-ancestors.
 */
export function readOrigin(text: string): string | Refusal {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  const bare = url && url.pathname === '/' && url.search + url.hash + url.username + url.password === '';
  if (!url || !bare || !/^[a-z0-9.-]+$/.test(url.hostname)) return invalid;
  return url.protocol === 'https:' || (url.protocol === 'http:' && local.has(url.hostname))
    ? url.origin
    : invalid;
}

/**
 * Returns true for an origin on the local machine. Only test keys may use it, because any program on the
 * machine can serve it.
 */
export function isLocalOrigin(origin: string): boolean {
  return local.has(new URL(origin).hostname);
}

const invalid = refuse(
  'embedding-origin-invalid',
  'Enter the address of one website without a path, such as https://app.example.com. It must start with https://. For tests you can use http://localhost with a port.',
);
