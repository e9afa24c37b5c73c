import type { IncomingMessage, ServerResponse } from 'node:http';
import { unreadAnswer } from './answer-unread.ts';
import type { App } from './fastify-app.ts';

/**
 * The least that a body has to bring in a whole window, 68 bytes a second: the slowest phone does, and one in a tunnel
 * has a minute to come out of it.
 */
const least = { bytes: 4096, everyMs: 60_000 };

/**
 * Ends requests whose body trickles in, a byte now and then, to hold a connection for ever (S-25). A limit on the whole
 * time would end large uploads over slow lines with them, so that it is the rate that counts. While bytes lie here that
 * we have not read, it is we who are slow, and nobody is cut off for it.
 */
export function endSlowBodies(app: App, { bytes, everyMs } = least): void {
  const waiting = new Map<IncomingMessage, { response: ServerResponse; before: number }>();
  const timer = setInterval(() => {
    for (const [request, { response, before }] of waiting) {
      const { bytesRead } = request.socket;
      if (request.complete || request.destroyed) waiting.delete(request);
      else if (request.readableLength > 0 || bytesRead - before >= bytes)
        waiting.set(request, { response, before: bytesRead });
      else {
        waiting.delete(request);
        refuseSlow(request, response);
      }
    }
  }, everyMs);
  timer.unref();
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // The window that is under way is not a whole one, and does not count.
    if (!request.complete) waiting.set(request, { response, before: request.socket.bytesRead - bytes });
    request.once('close', () => waiting.delete(request));
  });
  app.addHook('onClose', async () => clearInterval(timer));
}

const sentence = 'What you sent stopped coming. Check your connection, and send it again.';

/** Past Fastify, which is still reading the body; it finds the answer sent. */
function refuseSlow(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) return request.socket.destroySoon();
  const { status, headers, body } = unreadAnswer(408, sentence);
  response.writeHead(status, headers);
  response.end(body, () => request.socket.destroySoon());
}
