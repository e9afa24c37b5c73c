import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FileStore, StoredFile } from '../ports/file-store.ts';
import { sendsUploadedBytes } from '../http/security-headers.ts';

/** Answers a stored PDF: 'inline' for our own pages, which read it through fetch, else to keep (S-27). */
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

/** A file that is given out behind another, as one with it; null for none. */
export type Behind = { sha256: string; size: number } | null;

/** One stored file, or two as one. The second is opened when the first is through: nobody may ever get that far. */
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
