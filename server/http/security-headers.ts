import helmet from '@fastify/helmet';
import type { FastifyReply } from 'fastify';
import type { App } from './fastify-app.ts';

/** Answers to programs: nothing in them may ever run or be framed (S-18). */
const answersPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * The web app and the signing page. pdf.js decodes images in WebAssembly and starts its worker from a blob;
 * Radix places its overlays with inline styles, and styles cannot run. Nothing else may come from outside.
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

/** Pages of ours that are plain HTML: no script at all. */
const plainPagePolicy =
  "default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The sign-in page, whose one script of ours adds signing in with a passkey. */
const signInPagePolicy = `${plainPagePolicy}; script-src 'self'; connect-src 'self'`;

/** Bytes that somebody uploaded: even opened on their own they are a sandbox without our origin (S-27). */
const uploadedBytesPolicy = "sandbox; default-src 'none'; frame-ancestors 'self'";

export async function addSecurityHeaders(app: App, overTls: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    // A plain-HTTP installation that said 'only TLS' would lock its own people out for a year.
    strictTransportSecurity: overTls ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', answersPolicy);
    reply.header('cache-control', 'no-store');
  });
}

/** For an answer before any hook has run. */
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

/** The signing page's address is a secret: it goes to no other site, no cache and no search engine (S-11). */
export function sendsSigningPage(reply: FastifyReply): void {
  reply.header('content-security-policy', webPagePolicy);
  reply.header('cache-control', 'no-store');
  reply.header('referrer-policy', 'no-referrer');
  reply.header('x-robots-tag', 'noindex, nofollow');
}

/**
 * The signing page in a frame, for the one website that it was asked for; for nobody where there is none. The header of
 * older browsers knows no list and would forbid it to all.
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

/** A plain page whose address is a secret: it goes to no other page and no search engine (S-11). */
export function sendsSecretPage(reply: FastifyReply): void {
  sendsPlainPage(reply);
  // Not 'no-referrer': with that, browsers name no origin for the form on it, and it would be refused (S-05).
  reply.header('referrer-policy', 'strict-origin');
  reply.header('x-robots-tag', 'noindex, nofollow');
}

/**
 * Headers for the bytes of an uploaded or sealed file. 'inline' is for our own pages, which fetch or frame it;
 * 'attachment' is for a person who wants to keep it.
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

/** RFC 6266: a plain name for old programs, and the real one in UTF-8 (RFC 8187). */
function fileNameParameters(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%;/]/g, '_');
  const exact = encodeURIComponent(name.replace(/\p{Cc}|\p{Cs}/gu, '_')).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${exact}`;
}
