import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export type Received = { headers: IncomingHttpHeaders; body: string };

/**
 * One response: a status, or a complete response. `hang` sends nothing until the receiver is closed, and
 * `cut` disconnects.
 */
export type Reply = number | WholeReply | 'hang' | 'cut';
type WholeReply = { status: number; headers?: Record<string, string>; body?: string };

export type WebhookReceiver = {
  url: string;
  port: number;
  /** All received requests, oldest first. */
  received: Received[];
  /** Sets the next responses. Afterwards, the response is 204 by default. */
  plan(...replies: Reply[]): void;
  /** Sets the response for when none is planned. */
  always(reply: Reply): void;
  close(): Promise<void>;
};

/**
 * Opens a third-party webhook receiver on this machine. It is closed at the end of the test that opened it.
 */
export async function openReceiver(
  options: { tls?: { key: string; cert: string } } = {},
): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const planned: Reply[] = [];
  let usual: Reply = 204;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    received.push({ headers: request.headers, body });
    const reply = planned.shift() ?? usual;
    if (reply === 'hang') return;
    if (reply === 'cut') return void request.socket.destroy();
    const { status, headers = {}, body: said = '' } = typeof reply === 'number' ? { status: reply } : reply;
    response.writeHead(status, headers).end(said);
  };
  const take: RequestListener = (request, response) => void answer(request, response);
  const server = options.tls ? createTlsServer(options.tls, take) : createServer(take);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  onTestFinished(close);
  return {
    url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}/hooks`,
    port,
    received,
    plan: (...replies) => void planned.push(...replies),
    always: (reply) => void (usual = reply),
    close,
  };
}
