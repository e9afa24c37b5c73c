import type { FastifyReply } from 'fastify';
import type { FileStore } from '../ports/file-store.ts';
import { sendsUploadedBytes } from '../http/security-headers.ts';

/** Answers a stored PDF: 'inline' for our own pages, which read it through fetch, else to keep (S-27). */
export async function sendPdf(
  reply: FastifyReply,
  files: FileStore,
  file: { sha256: string; name: string; disposition?: 'inline' | 'attachment' },
): Promise<FastifyReply> {
  const { size, stream } = await files.open(file.sha256);
  const { name, disposition = 'attachment' } = file;
  sendsUploadedBytes(reply, { name, mediaType: 'application/pdf', disposition });
  return reply.header('content-length', size).send(stream);
}

/** Answers a stored file of another kind, always to keep and never to be shown by our own pages (S-27). */
export async function sendStored(
  reply: FastifyReply,
  files: FileStore,
  file: { sha256: string; name: string; mediaType: string },
): Promise<FastifyReply> {
  const { size, stream } = await files.open(file.sha256);
  sendsUploadedBytes(reply, { ...file, disposition: 'attachment' });
  return reply.header('content-length', size).send(stream);
}

/** A file name for a document's title: characters that some file system refuses become spaces. */
export function pdfName(title: string, suffix = ''): string {
  const safe = title
    .replaceAll(/[/\\:*?"<>|]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return `${safe === '' ? 'document' : safe}${suffix}.pdf`;
}
