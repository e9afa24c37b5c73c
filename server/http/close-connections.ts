import type { Socket } from 'node:net';
import type { App } from './fastify-app.ts';

/**
 * While closing, a connection ends with the answer that it waits for. Two kinds would hold the end up until the
 * process is killed: the spare ones that browsers open before they have anything to ask, which Node counts as
 * busy, and those whose last request was under way when closing began, which Node keeps alive after it.
 */
export function closeConnections(app: App): void {
  const silent = new Set<Socket>();
  let closing = false;
  app.server.on('connection', (socket) => {
    if (closing) return socket.destroy();
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    silent.delete(socket);
    response.once('close', () => closing && socket.destroySoon());
  });
  app.addHook('preClose', async () => {
    closing = true;
    for (const socket of silent) socket.destroy();
  });
}
