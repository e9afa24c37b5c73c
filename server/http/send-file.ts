import type { FastifyReply } from 'fastify';
import type { FileStore } from '../ports/file-store.ts';

/**
 * Answers a stored PDF. Whatever its bytes are, a browser that opens it by itself gets no script, no frame and
 * no guess at another type (S-27); our own pages read it through fetch.
 */
export async function sendPdf(
  reply: FastifyReply,
  files: FileStore,
  file: { sha256: string; name: string },
): Promise<FastifyReply> {
  const { size, stream } = await files.open(file.sha256);
  return reply
    .header('content-type', 'application/pdf')
    .header('content-length', size)
    .header('content-disposition', attachment(file.name))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(stream);
}

/** RFC 6266: a plain name for old readers and the full one in UTF-8. */
function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}

/** A file name for a document's title: characters that some file system refuses become spaces. */
export function pdfName(title: string, suffix = ''): string {
  const safe = title
    .replaceAll(/[/\\:*?"<>|]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return `${safe === '' ? 'document' : safe}${suffix}.pdf`;
}
