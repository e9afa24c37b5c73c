import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../host-names.ts';

/**
 * The origins that are us. On one machine 'localhost' and '127.0.0.1' are the same to a person but not to a
 * browser's cookies, so a loopback PUBLIC_URL counts under each of its names.
 */
export function ownOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'http:' || !isLoopback(hostname)) return [publicUrl];
  const names = new Set([hostname, 'localhost', '127.0.0.1', '[::1]']);
  return [...names].map((name) => new URL(`http://${name}:${port}`).origin);
}

/** The own origin that the browser sees: what it asked for when that is us, else PUBLIC_URL. */
export function originOf(request: FastifyRequest, publicUrl: string): string {
  const { protocol } = new URL(publicUrl);
  return ownOrigins(publicUrl).find((origin) => origin === `${protocol}//${request.host}`) ?? publicUrl;
}
