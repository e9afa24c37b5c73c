import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Problem } from '#contract/problem.ts';

/** Headers of a response that no hook of the server has seen. */
const headers = {
  'content-type': 'application/problem+json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  connection: 'close',
};

type Answer = { status: number; headers: Record<string, string>; body: string };

/** Returns the response to a request that was not read completely and has reached no route. */
export function unreadAnswer(status: number, detail: string): Answer {
  const title = STATUS_CODES[status] ?? 'Error';
  const problem: Problem = { type: 'about:blank', title, status, code: 'request-malformed', detail };
  const body = JSON.stringify(problem);
  return { status, headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) }, body };
}

/**
 * Responds to bytes that Node.js could not parse as a request, in the format of other refusals. Nothing else
 * has happened at that point.
 */
export function refuseUnparsableRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const { status, headers: fields, body } = whyUnread(error.code);
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  }
  socket.destroySoon();
}

function whyUnread(code: string | undefined): Answer {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return unreadAnswer(408, 'Your request timed out. Nothing was done. Send it again.');
  if (code === 'HPE_HEADER_OVERFLOW')
    return unreadAnswer(
      431,
      'The request headers are too large. Delete the cookies of this site and try again.',
    );
  return unreadAnswer(400, 'The request could not be read.');
}
