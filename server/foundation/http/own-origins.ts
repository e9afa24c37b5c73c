import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../config/host-names.ts';

/**
 * The origins of this server. Browsers' cookies distinguish 'localhost' from '127.0.0.1' although people do
 * not, so a loopback PUBLIC_URL is accepted under all its names.
 */
export function ownOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'http:' || !isLoopback(hostname)) return [publicUrl];
  const names = new Set([hostname, 'localhost', '127.0.0.1', '[::1]']);
  return [...names].map((name) => new URL(`http://${name}:${port}`).origin);
}

/** The origin that the browser sees: the requested one if it is ours, else PUBLIC_URL. */
export function originOf(request: FastifyRequest, publicUrl: string): string {
  const { protocol } = new URL(publicUrl);
  return ownOrigins(publicUrl).find((origin) => origin === `${protocol}//${request.host}`) ?? publicUrl;
}
