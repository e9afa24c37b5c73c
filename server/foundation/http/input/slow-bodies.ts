import type { IncomingMessage, ServerResponse } from 'node:http';
import { unreadAnswer } from './answer-unread.ts';
import type { App } from '../fastify-app.ts';

/**
 * Minimum number of bytes per window (68 bytes per second). Even the slowest phone manages that, and a phone
 * in a tunnel has a minute to reconnect.
 */
const least = { bytes: 4096, everyMs: 60_000 };

/**
 * Ends requests whose body arrives so slowly that they would occupy a connection forever (S-25). Checks the
 * rate, because a limit on the total time would also end large uploads over slow lines. A request with unread
 * bytes in our buffer is not ended, because then the server is the slow side.
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
    // This window has not fully elapsed for the request, so it does not count.
    if (!request.complete) waiting.set(request, { response, before: request.socket.bytesRead - bytes });
    request.once('close', () => waiting.delete(request));
  });
  app.addHook('onClose', async () => clearInterval(timer));
}

const sentence = 'Your upload stopped before it was complete. Check your connection and send it again.';

/** Bypasses Fastify, which is still reading the body and then finds the response already sent. */
function refuseSlow(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) return request.socket.destroySoon();
  const { status, headers, body } = unreadAnswer(408, sentence);
  response.writeHead(status, headers);
  response.end(body, () => request.socket.destroySoon());
}
