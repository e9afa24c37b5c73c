import { createHmac } from 'node:crypto';
import { isProof, writeProof } from '../../foundation/crypto/expiring-proof.ts';
import type { CookieSerializeOptions } from '@fastify/cookie';

/** Half a year in seconds. */
const life = 180 * 86_400;

export const knownBrowserCookie = 'known-browser';

/** The cookie is sent only to the sign-in pages and is not accessible to scripts. */
export function knownBrowserOptions(secure: boolean): CookieSerializeOptions {
  return { path: '/login', httpOnly: true, sameSite: 'lax', secure, maxAge: life };
}

/**
 * Returns a cookie value for a browser in which a person with a confirmed address has signed in: its expiry
 * (ms UTC) and an HMAC over that and the address. The cookie grants no access. It only exempts the browser
 * from the limit on wrong passwords tried elsewhere, so that strangers cannot lock people out of their
 * account.
 */
export function knownBrowser(key: Buffer, email: string, now: number): string {
  return writeProof(now + life * 1000, (until) => mac(key, email, until));
}

export function isKnownBrowser(key: Buffer, email: string, cookie: string | undefined, now: number): boolean {
  return isProof(cookie, now, (until) => mac(key, email, until));
}

function mac(key: Buffer, email: string, until: string): string {
  return (
    createHmac('sha256', key)
      // The word 'confirmed' invalidates older cookies, which were also given to people with unconfirmed
      // addresses.
      .update(JSON.stringify(['confirmed', until, email.toLowerCase()]))
      .digest('base64url')
  );
}
