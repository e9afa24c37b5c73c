import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aboutPaths, operatorPaths } from '#contract/paths.ts';
import { addressOf } from '#contract/address.ts';
import type { App } from '../fastify-app.ts';

export type WorkerHealth = { port: number; close(): Promise<void> };

/** The only paths that a worker process serves. All others are served by processes with ROLES=web. */
const answered = [aboutPaths.readHealth, aboutPaths.readReadiness, operatorPaths.readMetrics].map((path) =>
  addressOf(path),
);

/**
 * Serves the health and metrics of a worker process on a separate port.
 * @throws if the port is in use
 */
export async function openWorkerHealth(
  app: App,
  { host, port }: { host: string; port: number },
): Promise<WorkerHealth> {
  const server = createServer((request, response) => void answer(app, request, response));
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  app: App,
  { method, url = '/', headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = url.split('?', 1)[0]!;
  if (method !== 'GET' || !answered.includes(path)) return void response.writeHead(404).end();
  const { authorization } = headers;
  const injected = await app
    .inject({ url: path, headers: authorization === undefined ? {} : { authorization } })
    .catch(() => undefined);
  // Fastify stops responding as soon as it is closing.
  if (!injected) return void response.writeHead(503).end();
  const type = injected.headers['content-type'];
  response.writeHead(injected.statusCode, typeof type === 'string' ? { 'content-type': type } : {});
  response.end(injected.rawPayload);
}
