import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  type ServerSideEncryption,
} from '@aws-sdk/client-s3';
import { NoSuchFileError, StoreUnavailableError, type Sha256 } from '#server/ports/file-store.ts';
import { hashed, only, openKept, readStoredFile, take, type Coding, type KeptStore } from './coding.ts';
import { unencrypted } from './encryption.ts';
import { partBytes as usualPart, uploadMultipart } from './s3-parts.ts';

export interface S3Settings {
  bucket: string;
  region: string;
  /** URL of a store other than Amazon S3. */
  endpoint: string | undefined;
  /** If undefined, the SDK uses its default sources: environment, files, the machine's role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** Server-side encryption with the store's own keys, or with the given key. */
  encryption: { algorithm: ServerSideEncryption; keyId: string | undefined } | undefined;
  /** For tests: milliseconds without a byte after which the store counts as unavailable. */
  silentMs?: number;
  /** For tests: files larger than this many bytes are uploaded in parts of this size. */
  partBytes?: number;
}

/** Milliseconds for connecting, and between two bytes. A slower store counts as unavailable. */
const patience = { connectionTimeout: 5_000, socketTimeout: 30_000 };

/**
 * Stores files as objects `ab/cd/abcd…` in one bucket. It relies only on acknowledged objects existing: names
 * are hashes, so objects never change, and everything read is compared with its name. The checksum headers of
 * newer SDKs are turned off, because older releases of MinIO and Ceph, and some other stores, reject them or
 * store their framing as content. Every store supports Content-MD5, which detects bytes changed in transit.
 */
export function s3FileStore(
  settings: S3Settings,
  coding: Coding = unencrypted,
): KeptStore & { close(): void } {
  const client = new S3Client({
    region: settings.region,
    ...(settings.endpoint && { endpoint: settings.endpoint, forcePathStyle: true }),
    ...(settings.credentials && { credentials: settings.credentials }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { ...patience, ...(settings.silentMs && { socketTimeout: settings.silentMs }) },
    maxAttempts: 3,
  });
  const calls = callsOf(client, settings);
  return {
    ...readingFrom(calls, coding),
    async put(bytes) {
      if (bytes instanceof Uint8Array) {
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        const kept = await buffer(coding.keep(only(bytes)));
        await calls.put(sha256, {
          body: kept,
          size: kept.length,
          md5: createHash('md5').update(kept).digest(),
        });
        return sha256;
      }
      return spooled(bytes, coding, async (path, sha256, kept) => {
        await calls.putFile(sha256, path, kept);
        return sha256;
      });
    },

    async delete(sha256, { putBefore = Infinity } = {}) {
      try {
        if (putBefore !== Infinity && (await calls.putAt(sha256)) >= putBefore) return;
        await calls.remove(sha256);
      } catch (error) {
        if (!(error instanceof NoSuchFileError)) throw error;
      }
    },

    close: () => client.destroy(),
  };
}

type Calls = ReturnType<typeof callsOf>;

/** Number of bytes sent to the store and their MD5, for the file or its encrypted form. */
type Kept = { size: number; md5: Buffer };

/** Returns the requests to the store. Its errors are converted to ours. */
function callsOf(client: S3Client, { bucket: Bucket, encryption, partBytes = usualPart }: S3Settings) {
  const at = (sha256: Sha256) => ({ Bucket, Key: keyOf(sha256) });
  const again = (sha256: Sha256) => ({
    ...at(sha256),
    ...(encryption && { ServerSideEncryption: encryption.algorithm }),
    ...(encryption?.keyId && { SSEKMSKeyId: encryption.keyId }),
  });
  const put = async (sha256: Sha256, { body, size, md5 }: Kept & { body: Buffer | Readable }) => {
    const command = new PutObjectCommand({
      ...again(sha256),
      Body: body,
      ContentLength: size,
      ContentMD5: md5.toString('base64'),
    });
    await client.send(command).catch(unavailable);
  };
  return {
    put,
    /** Uploads a file from disk, in parts if it is large. */
    async putFile(sha256: Sha256, path: string, kept: Kept): Promise<void> {
      if (kept.size <= partBytes) return put(sha256, { body: createReadStream(path), ...kept });
      await uploadMultipart(client, again(sha256), path, kept.size, partBytes).catch(unavailable);
    },
    /** Returns when the file was stored (ms UTC). */
    async putAt(sha256: Sha256): Promise<number> {
      const command = new HeadObjectCommand(at(sha256));
      const { LastModified } = await client.send(command).catch((error: unknown) => refuse(error, sha256));
      return LastModified?.getTime() ?? 0;
    },
    async get(sha256: Sha256): Promise<{ size: number; body: Readable }> {
      const command = new GetObjectCommand(at(sha256));
      const { Body, ContentLength } = await client
        .send(command)
        .catch((error: unknown) => refuse(error, sha256));
      return { size: ContentLength ?? 0, body: Body as Readable };
    },
    async remove(sha256: Sha256): Promise<void> {
      await client.send(new DeleteObjectCommand(at(sha256))).catch((error: unknown) => refuse(error, sha256));
    },
    list: (token: string | undefined) =>
      client
        .send(new ListObjectsV2Command({ Bucket, ...(token && { ContinuationToken: token }) }))
        .catch(unavailable),
  };
}

function readingFrom(
  { get, putAt, list }: Calls,
  coding: Coding,
): Pick<KeptStore, 'read' | 'open' | 'head' | 'has' | 'putBefore'> {
  return {
    async read(sha256) {
      const { body } = await get(sha256);
      const bytes = Buffer.concat(await body.toArray().catch(unavailable));
      return readStoredFile(coding, bytes, sha256);
    },

    async open(sha256) {
      const { size: kept, body } = await get(sha256);
      const { size, bytes } = await openKept(coding, { size: kept, stream: body }, sha256).catch(unavailable);
      const stream = Readable.from(bytes, { objectMode: false });
      stream.once('close', () => body.destroy());
      return { size, stream };
    },

    async head(sha256) {
      const { body } = await get(sha256);
      try {
        const begun = await take(body[Symbol.asyncIterator]() as AsyncIterator<Buffer>, coding.headLength);
        return begun.subarray(0, coding.headLength);
      } finally {
        body.destroy();
      }
    },

    async has(sha256) {
      try {
        await putAt(sha256);
        return true;
      } catch (error) {
        if (error instanceof NoSuchFileError) return false;
        throw error;
      }
    },

    async *putBefore(moment, since = -Infinity) {
      for (let token: string | undefined, more = true; more;) {
        const page = await list(token);
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          const sha256 = Key.slice(6);
          const at = LastModified?.getTime() ?? Infinity;
          if (Key === safeKeyOf(sha256) && at < moment && at >= since) yield sha256;
        }
        token = page.NextContinuationToken;
        more = token !== undefined;
      }
    },
  };
}

function keyOf(sha256: Sha256): string {
  const key = safeKeyOf(sha256);
  if (key === undefined) throw new NoSuchFileError(sha256);
  return key;
}

const safeKeyOf = (sha256: string): string | undefined =>
  /^[0-9a-f]{64}$/.test(sha256) ? `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}` : undefined;

/** Writes a stream to a temporary file instead of memory, because its name is only known at its end. */
async function spooled<Answer>(
  bytes: AsyncIterable<Uint8Array>,
  coding: Coding,
  then: (path: string, sha256: Sha256, kept: Kept) => Promise<Answer>,
): Promise<Answer> {
  const path = join(tmpdir(), `countersign-file-${randomUUID()}`);
  const [hash, keptHash] = [createHash('sha256'), createHash('md5')];
  let size = 0;
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of coding.keep(hashed(bytes, hash))) {
        keptHash.update(chunk);
        size += chunk.length;
        await file.writeFile(chunk);
      }
    } finally {
      await file.close();
    }
    return await then(path, hash.digest('hex'), { size, md5: keptHash.digest() });
  } finally {
    await rm(path, { force: true });
  }
}

function refuse(error: unknown, sha256: Sha256): never {
  const absent =
    error instanceof S3ServiceException &&
    error.$metadata.httpStatusCode === 404 &&
    error.name !== 'NoSuchBucket';
  if (absent || error instanceof NoSuchFileError) throw new NoSuchFileError(sha256);
  return unavailable(error);
}

/** Throws the same error for a store that is down or full, denies access or lacks the bucket. */
function unavailable(error: unknown): never {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  throw new StoreUnavailableError(reason, { cause: error });
}
