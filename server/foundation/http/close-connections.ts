import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { App } from './fastify-app.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * True once shutdown has begun. Readiness reports it before connections close, so that load balancers
     * stop sending requests.
     */
    ending: { begun: boolean };
  }
}

type Patience = {
  /** Milliseconds for reading requests that were already sent, before connections are closed. */
  settleMs?: number;
  /** Milliseconds that running requests then get to finish. */
  maxMs?: number;
};
const lookMs = 10;

/**
 * During shutdown, ends each connection after its pending response (F-23). Two kinds of connections would
 * otherwise delay the exit until the process is killed: spare connections of browsers, which Node.js counts
 * as busy, and connections whose last request was running when closing began, which Node.js keeps alive.
 */
export function closeConnections(app: App, { settleMs = 0, maxMs = 20_000 }: Patience = {}): void {
  const open = new Set<Socket>();
  const silent = new Set<Socket>();
  let closing = false;
  let last: NodeJS.Timeout | undefined;
  app.decorate('ending', { begun: false });
  app.server.on('connection', (socket) => {
    if (closing) return socket.destroy();
    open.add(socket);
    silent.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      silent.delete(socket);
    });
  });
  app.server.on('request', ({ socket }, response) => {
    silent.delete(socket);
    response.once('close', () => closing && socket.destroySoon());
  });
  app.addHook('onSend', async (_request, reply) => {
    if (app.ending.begun) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    app.ending.begun = true;
    // A request may have been sent and not read yet, in which case its connection looks idle.
    for (let waited = 0; waited < settleMs && silent.size > 0; waited += lookMs) await pause(lookMs);
    if (settleMs > 0 && open.size > 0) await pause(lookMs);
    closing = true;
    for (const socket of silent) socket.destroy();
    last = setTimeout(() => open.forEach((socket) => socket.destroy()), maxMs);
    last.unref();
  });
  app.addHook('onClose', async () => clearTimeout(last));
}
