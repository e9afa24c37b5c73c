import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { App } from './fastify-app.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** How this process comes to its end; known before it closes, so that a balancer sends nothing more. */
    ending: { begun: boolean };
  }
}

type Patience = {
  /** How long what was sent, and not read yet, is waited for before connections end. Milliseconds. */
  settleMs?: number;
  /** How long a running request has then. Milliseconds. */
  longestMs?: number;
};
const lookMs = 10;

/**
 * While closing, a connection ends with the answer that it waits for (F-23). Two kinds would hold the end up until the
 * process is killed: the spare ones that browsers open before they have anything to ask, which Node counts as
 * busy, and those whose last request was under way when closing began, which Node keeps alive after it.
 */
export function closeConnections(app: App, { settleMs = 0, longestMs = 20_000 }: Patience = {}): void {
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
    // A request may have been sent whose bytes nobody has read: its connection looks as one that asks nothing.
    for (let waited = 0; waited < settleMs && silent.size > 0; waited += lookMs) await pause(lookMs);
    if (settleMs > 0 && open.size > 0) await pause(lookMs);
    closing = true;
    for (const socket of silent) socket.destroy();
    last = setTimeout(() => open.forEach((socket) => socket.destroy()), longestMs);
    last.unref();
  });
  app.addHook('onClose', async () => clearTimeout(last));
}
