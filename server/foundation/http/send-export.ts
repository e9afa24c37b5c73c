import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Streams a file while it is generated. `name` must be ASCII without quotation marks (RFC 6266). */
export function sendExport(
  reply: FastifyReply,
  file: { name: string; type: string; stream: Readable },
): FastifyReply {
  return reply
    .header('content-type', file.type)
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(file.stream);
}
