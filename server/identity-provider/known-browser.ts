import { createHmac } from 'node:crypto';
import { isSame } from '../crypto/is-same.ts';
import type { CookieSerializeOptions } from '@fastify/cookie';

/** In seconds: half a year. */
const life = 180 * 86_400;

export const knownBrowserCookie = 'known-browser';

/** For the browser alone, and for the sign-in pages alone. */
export function knownBrowserOptions(secure: boolean): CookieSerializeOptions {
  return { path: '/login', httpOnly: true, sameSite: 'lax', secure, maxAge: life };
}

/**
 * Kept by a browser after somebody whose address is confirmed has signed in there: the end of its time (ms UTC) and an HMAC over that and the
 * address. It opens nothing. It only says that wrong passwords which strangers try elsewhere do not count here, so that
 * nobody is locked out of their own account by them.
 */
export function knownBrowser(key: Buffer, email: string, now: number): string {
  const until = String(now + life * 1000);
  return `${until}.${mac(key, email, until)}`;
}

export function isKnownBrowser(key: Buffer, email: string, cookie: string | undefined, now: number): boolean {
  const [until = '', proof = ''] = (cookie ?? '').split('.');
  if (!/^\d{13,16}$/.test(until) || Number(until) <= now) return false;
  return isSame(proof, mac(key, email, until));
}

function mac(key: Buffer, email: string, until: string): string {
  return (
    createHmac('sha256', key)
      // Those of before were given to whoever had only typed the address.
      .update(JSON.stringify(['confirmed', until, email.toLowerCase()]))
      .digest('base64url')
  );
}
