import type { Socket } from 'node:net';
import type { App } from './fastify-app.ts';

/**
 * Browsers open spare connections before they have anything to ask. Node counts one that has never asked as
 * busy, so closing would wait for it until the process is killed; nothing is lost with it, so it is cut.
 */
export function closeSilentConnections(app: App): void {
  const silent = new Set<Socket>();
  let closing = false;
  app.server.on('connection', (socket) => {
    if (closing) return socket.destroy();
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', ({ socket }) => silent.delete(socket));
  app.addHook('preClose', async () => {
    closing = true;
    for (const socket of silent) socket.destroy();
  });
}
