import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
  type CompletedPart,
  type CreateMultipartUploadCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3';

/** Bytes per part. One part is in memory at a time. */
export const partBytes = 64 * 1024 * 1024;

/** Maximum number of parts (Amazon S3, 'multipart upload limits'). */
const maxParts = 10_000;

/**
 * Uploads a file from disk in parts. A single request is limited to 5 GiB and would have to start over after
 * an interruption. The object appears only when all parts are complete; the parts of a failed upload are
 * deleted.
 */
export async function uploadMultipart(
  client: S3Client,
  to: CreateMultipartUploadCommandInput,
  path: string,
  size: number,
  bytes = partBytes,
): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(to));
  const upload = { Bucket: to.Bucket, Key: to.Key, UploadId };
  const file = await open(path);
  try {
    const length = Math.max(bytes, Math.ceil(size / maxParts));
    const Parts: CompletedPart[] = [];
    for (let from = 0; from < size; from += length) {
      const Body = await readAt(file, from, Math.min(length, size - from));
      const ContentMD5 = createHash('md5').update(Body).digest('base64');
      const part = { PartNumber: Parts.length + 1, Body, ContentMD5 };
      const { ETag } = await client.send(new UploadPartCommand({ ...upload, ...part }));
      Parts.push({ PartNumber: part.PartNumber, ETag });
    }
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
  } catch (error) {
    // If this also fails, the store's lifecycle rule for unfinished uploads deletes the parts.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length;) {
    const { bytesRead } = await file.read(bytes, at, length - at, from + at);
    if (bytesRead === 0) throw new Error(`A file on disk ended after ${from + at} bytes.`);
    at += bytesRead;
  }
  return bytes;
}
