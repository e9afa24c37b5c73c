import helmet from '@fastify/helmet';
import type { FastifyReply } from 'fastify';
import type { App } from './fastify-app.ts';

/** Policy for API responses: nothing in them may be executed or framed (S-18). */
const answersPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * Policy for the web app and the signing page. pdf.js decodes images in WebAssembly and starts its worker
 * from a blob. Radix positions its overlays with inline styles, which cannot execute code. Nothing else may
 * be loaded from other origins.
 */
const webPagePolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self' blob:",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Policy for our plain HTML pages: no scripts. */
const plainPagePolicy =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Policy for the sign-in page, whose only script is for passkeys. */
const signInPagePolicy = `${plainPagePolicy}; script-src 'self'; connect-src 'self'`;

/**
 * Policy for uploaded bytes. Even if someone opens them directly, they are in a sandbox without our origin
 * (S-27).
 */
const uploadedBytesPolicy = "sandbox; default-src 'none'; frame-ancestors 'self'";

export async function addSecurityHeaders(app: App, overTls: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    // Sent only with HTTPS. Without HTTPS, this header would lock out the users of an installation for a
    // year.
    strictTransportSecurity: overTls ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', answersPolicy);
    reply.header('cache-control', 'no-store');
  });
}

/** Headers for responses that are sent before any hook runs. */
export function sendsPlainAnswer(reply: FastifyReply): FastifyReply {
  return reply
    .header('content-security-policy', answersPolicy)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('x-frame-options', 'DENY')
    .header('referrer-policy', 'same-origin');
}

export function sendsWebPage(reply: FastifyReply): void {
  reply.header('content-security-policy', webPagePolicy);
  reply.header('cache-control', 'no-cache');
}

/**
 * The URL of the signing page is a secret, so it must not reach other websites, caches or search engines
 * (S-11).
 */
export function sendsSigningPage(reply: FastifyReply): void {
  reply.header('content-security-policy', webPagePolicy);
  reply.header('cache-control', 'no-store');
  reply.header('referrer-policy', 'no-referrer');
  reply.header('x-robots-tag', 'noindex, nofollow');
}

/**
 * The signing page may be framed only by the website it was requested for, or by none. X-Frame-Options is not
 * sent, because it has no list and would block all websites.
 */
export function sendsEmbeddedPage(reply: FastifyReply, origin: string | undefined): void {
  sendsSigningPage(reply);
  if (origin === undefined) return;
  const policy = webPagePolicy.replace("frame-ancestors 'none'", `frame-ancestors ${origin}`);
  reply.header('content-security-policy', policy);
  reply.removeHeader('x-frame-options');
}

/** Allows our page for a device that many visitors use to show this page in a frame. */
export function allowOwnFrame(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header('content-security-policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
  reply.header('x-frame-options', 'SAMEORIGIN');
}

/**
 * Sets the policy for our page for a device that many visitors use, whose script empties the frame after each
 * visit.
 */
export function sendsCounterPage(reply: FastifyReply): void {
  sendsSecretPage(reply);
  const more = "; script-src 'self'; connect-src 'self'; frame-src 'self'";
  reply.header('content-security-policy', plainPagePolicy + more);
}

export function sendsPlainPage(reply: FastifyReply): void {
  reply.header('content-security-policy', plainPagePolicy);
  reply.type('text/html; charset=utf-8');
}

export function sendsSignInPage(reply: FastifyReply): void {
  sendsPlainPage(reply);
  reply.header('content-security-policy', signInPagePolicy);
}

/** Headers for a plain page whose URL is a secret, which must not reach other pages or search engines (S-11). */
export function sendsSecretPage(reply: FastifyReply): void {
  sendsPlainPage(reply);
  // With 'no-referrer', browsers would omit Origin for the form on the page, and the server would refuse it
  // (S-05).
  reply.header('referrer-policy', 'strict-origin');
  reply.header('x-robots-tag', 'noindex, nofollow');
}

/**
 * Sets the headers for the bytes of an uploaded or sealed file. Our own pages fetch or frame it with
 * 'inline', and 'attachment' downloads it.
 */
export function sendsUploadedBytes(
  reply: FastifyReply,
  file: { name: string; mediaType: string; disposition: 'inline' | 'attachment' },
): void {
  reply.header('content-security-policy', uploadedBytesPolicy);
  reply.header('x-frame-options', 'SAMEORIGIN');
  reply.header('cache-control', 'private, no-store');
  reply.header('content-disposition', `${file.disposition}; ${fileNameParameters(file.name)}`);
  reply.type(file.mediaType);
}

/** RFC 6266: an ASCII name for old programs, and the real name in UTF-8 (RFC 8187). */
function fileNameParameters(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%;/]/g, '_');
  const exact = encodeURIComponent(name.replace(/\p{Cc}|\p{Cs}/gu, '_')).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${exact}`;
}
