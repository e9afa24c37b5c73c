import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FileStore, StoredFile } from '../../ports/file-store.ts';
import { sendsUploadedBytes } from '../../foundation/http/security-headers.ts';

/**
 * Sends a stored PDF: 'inline' for our own pages, which read it with fetch, and otherwise as a download
 * (S-27).
 */
export async function sendPdf(
  reply: FastifyReply,
  files: FileStore,
  file: { sha256: string; name: string; behind?: Behind; disposition?: 'inline' | 'attachment' },
): Promise<FastifyReply> {
  const { size, stream } = await openJoined(files, file.sha256, file.behind ?? null);
  const { name, disposition = 'attachment' } = file;
  sendsUploadedBytes(reply, { name, mediaType: 'application/pdf', disposition });
  return reply.header('content-length', size).send(stream);
}

/** A file to append to another one; null for none. */
export type Behind = { sha256: string; size: number } | null;

/**
 * Opens one or two stored files as one stream. The second file is opened only when the first one has been
 * read, which may never happen.
 */
export async function openJoined(
  files: Pick<FileStore, 'open'>,
  sha256: string,
  behind: Behind,
): Promise<StoredFile> {
  const first = await files.open(sha256);
  if (behind === null) return first;
  async function* both(): AsyncGenerator<Uint8Array> {
    yield* first.stream as AsyncIterable<Uint8Array>;
    yield* (await files.open(behind!.sha256)).stream as AsyncIterable<Uint8Array>;
  }
  return { size: first.size + behind.size, stream: Readable.from(both(), { objectMode: false }) };
}

/** Sends a stored file of another type, always as a download, so that our pages never display it (S-27). */
export async function sendStored(
  reply: FastifyReply,
  files: FileStore,
  file: { sha256: string; name: string; mediaType: string },
): Promise<FastifyReply> {
  const { size, stream } = await files.open(file.sha256);
  sendsUploadedBytes(reply, { ...file, disposition: 'attachment' });
  return reply.header('content-length', size).send(stream);
}

/** Returns a file name for a document's title. Characters that a file system might reject become spaces. */
export function pdfName(title: string, suffix = ''): string {
  const safe = title
    .replaceAll(/[/\\:*?"<>|]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return `${safe === '' ? 'document' : safe}${suffix}.pdf`;
}
