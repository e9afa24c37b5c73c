import helmet from '@fastify/helmet';
import type { FastifyReply } from 'fastify';
import type { App } from './fastify-app.ts';

/** For API responses: nothing in them may be executed or framed (S-18). */
const answersPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * For the web app and the signing page. pdf.js decodes images in WebAssembly and starts its worker from a
 * blob. Radix positions its overlays with inline styles, which cannot execute. Nothing else may be loaded
 * from other origins.
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

/** For our plain HTML pages: no scripts. */
const plainPagePolicy =
  "default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** For the sign-in page, whose only script adds passkeys. */
const signInPagePolicy = `${plainPagePolicy}; script-src 'self'; connect-src 'self'`;

/** For uploaded bytes: even when opened directly, they run in a sandbox without our origin (S-27). */
const uploadedBytesPolicy = "sandbox; default-src 'none'; frame-ancestors 'self'";

export async function addSecurityHeaders(app: App, overTls: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    // An HTTP-only installation that sent this header would lock its users out for a year.
    strictTransportSecurity: overTls ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', answersPolicy);
    reply.header('cache-control', 'no-store');
  });
}

/** For a response before any hook has run. */
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
 * The URL of the signing page is a secret: it must not reach other sites, caches or search engines (S-11).
 */
export function sendsSigningPage(reply: FastifyReply): void {
  reply.header('content-security-policy', webPagePolicy);
  reply.header('cache-control', 'no-store');
  reply.header('referrer-policy', 'no-referrer');
  reply.header('x-robots-tag', 'noindex, nofollow');
}

/**
 * The signing page in a frame, only for the website it was requested for, or for none. X-Frame-Options
 * supports no list and would block all websites, so it is not sent.
 */
export function sendsEmbeddedPage(reply: FastifyReply, origin: string | undefined): void {
  sendsSigningPage(reply);
  if (origin === undefined) return;
  const policy = webPagePolicy.replace("frame-ancestors 'none'", `frame-ancestors ${origin}`);
  reply.header('content-security-policy', policy);
  reply.removeHeader('x-frame-options');
}

export function sendsPlainPage(reply: FastifyReply): void {
  reply.header('content-security-policy', plainPagePolicy);
  reply.type('text/html; charset=utf-8');
}

export function sendsSignInPage(reply: FastifyReply): void {
  sendsPlainPage(reply);
  reply.header('content-security-policy', signInPagePolicy);
}

/**
 * A plain page whose URL is a secret: it must not reach other pages or search engines (S-11). `pictures`: it shows
 * some of ours.
 */
export function sendsSecretPage(reply: FastifyReply, { pictures = false } = {}): void {
  sendsPlainPage(reply);
  if (pictures) reply.header('content-security-policy', `${plainPagePolicy}; img-src 'self'`);
  // With 'no-referrer' browsers would send no Origin for the form on the page, and it would be refused
  // (S-05).
  reply.header('referrer-policy', 'strict-origin');
  reply.header('x-robots-tag', 'noindex, nofollow');
}

/**
 * Headers for the bytes of an uploaded or sealed file. 'inline' is for our own pages, which fetch or frame
 * it; 'attachment' is for downloads.
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
