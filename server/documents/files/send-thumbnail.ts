import type { FastifyReply } from 'fastify';
import { refuse } from '#core/refusal.ts';
import { sendRefusal } from '../../foundation/http/problems.ts';
import type { FileStore } from '../../ports/file-store.ts';

/** Returns the name of the stored picture; undefined if the file cannot be rendered. */
type Thumbnails = { of(accountId: string, fileSha256: string): Promise<string | undefined> };

type Asked = {
  accountId: string;
  /** SHA-256 of the file whose first page is requested. */
  file: string;
  /** Start of the hash, if the URL contains it. */
  version: string | undefined;
  /** Value of If-None-Match (RFC 9110 §13.1.2). */
  known: string | undefined;
};

/** Sends the picture of a file's first page with caching headers. */
export async function sendThumbnail(
  reply: FastifyReply,
  { thumbnails, files }: { thumbnails: Thumbnails; files: FileStore },
  { accountId, file, version, known }: Asked,
): Promise<FastifyReply> {
  const etag = `"${file}"`;
  // The picture of a file never changes, so a URL with its hash may be cached forever.
  const named = version !== undefined && file.startsWith(version) && version.length >= 16;
  const cache = named ? 'private, max-age=31536000, immutable' : 'private, no-cache';
  if (known === etag) return reply.code(304).headers({ etag, 'cache-control': cache }).send();
  const image = await thumbnails.of(accountId, file);
  if (!image) return sendRefusal(reply, noPicture);
  const { size, stream } = await files.open(image);
  return reply
    .headers({ etag, 'cache-control': cache, 'content-length': size })
    .type('image/png')
    .send(stream);
}

const noPicture = refuse('not-found', 'There is no preview of this document’s first page.');
