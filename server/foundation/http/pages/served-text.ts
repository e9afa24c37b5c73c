import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A text in memory, also compressed. `tag` identifies its content. */
export type ServedText = { tag: string; text: string; br: Buffer; gzip: Buffer };

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Only for content without data of the request: its compressed length would reveal secrets. */
export async function compressText(text: string): Promise<ServedText> {
  const [br, gz] = await Promise.all([
    brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    deflate(text),
  ]);
  const tag = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return { tag, text, br, gzip: gz };
}

/** Sends what the browser does not have yet. The type and what it varies by must be set before. */
export function sendServed(request: FastifyRequest, reply: FastifyReply, served: ServedText): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
  const tag = `"${served.tag}${encoding ? `-${encoding}` : ''}"`;
  reply.header('etag', tag);
  if (!reply.hasHeader('vary')) reply.header('vary', 'accept-encoding');
  if (request.headers['if-none-match']?.split(', ').includes(tag)) return reply.code(304).send();
  return encoding
    ? reply.header('content-encoding', encoding).send(served[encoding])
    : reply.send(served.text);
}
