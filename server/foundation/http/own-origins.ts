import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../config/host-names.ts';

/**
 * Returns the origins of this server. Cookies treat 'localhost' and '127.0.0.1' as different hosts, but
 * people do not, so a loopback PUBLIC_URL is accepted under all its names.
 */
export function ownOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'http:' || !isLoopback(hostname)) return [publicUrl];
  const names = new Set([hostname, 'localhost', '127.0.0.1', '[::1]']);
  return [...names].map((name) => new URL(`http://${name}:${port}`).origin);
}

/** Returns the origin that the browser uses: the requested one if it is ours, otherwise PUBLIC_URL. */
export function originOf(request: FastifyRequest, publicUrl: string): string {
  const { protocol } = new URL(publicUrl);
  return ownOrigins(publicUrl).find((origin) => origin === `${protocol}//${request.host}`) ?? publicUrl;
}
