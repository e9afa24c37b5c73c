import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { HeadObjectCommand, PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { DeliveryProblem, Place } from '#core/destination/kinds.ts';
import type { FileToDeliver, PutOutcome } from '#server/ports/file-destinations.ts';
import { PlaceRefused, problemOfStatus, transfer, type Calls, type Transfer } from './transfer.ts';

const day = 24 * 60 * 60_000;

/**
 * Stores the file as an object. The signed request contains the SHA-256 and MD5 of the content, which the
 * store verifies. With `lockDays` the object cannot be changed or deleted for that many days (S3 Object
 * Lock).
 */
export async function putByS3(
  calls: Calls,
  place: Extract<Place, { kind: 's3' }>,
  secret: string,
  file: FileToDeliver,
  now: number,
): Promise<PutOutcome> {
  const client = new S3Client({
    region: place.region,
    endpoint: place.endpoint,
    forcePathStyle: true,
    credentials: { accessKeyId: place.accessKeyId, secretAccessKey: secret },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 1,
    requestHandler: { handle: (request: SignedRequest) => handle(calls, request) },
  });
  const at = { Bucket: place.bucket, Key: `${place.prefix}${file.path}` };
  try {
    await client.send(
      new PutObjectCommand({
        ...at,
        Body: file.bytes,
        ContentLength: file.bytes.length,
        ContentType: file.mediaType,
        ContentMD5: createHash('md5').update(file.bytes).digest('base64'),
        ...(place.lockDays !== null && {
          ObjectLockMode: place.lockMode,
          ObjectLockRetainUntilDate: new Date(now + place.lockDays * day),
        }),
      }),
    );
    const { ContentLength } = await client.send(new HeadObjectCommand(at));
    if (ContentLength !== file.bytes.length)
      throw new PlaceRefused('file-differs', `${ContentLength} bytes instead of ${file.bytes.length}`);
    return { confirmed: 'checksum' };
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error;
    throw new PlaceRefused(problemOfS3(error), `${error.$metadata.httpStatusCode} ${error.name}`);
  } finally {
    client.destroy();
  }
}

/** The request as signed by the SDK. */
type SignedRequest = {
  method: string;
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  query?: Record<string, string | string[] | null>;
  headers: Record<string, string>;
  body?: unknown;
};

/** Sends an SDK request through the guarded connection. */
async function handle(calls: Calls, request: SignedRequest) {
  const query = Object.entries(request.query ?? {}).flatMap(([name, values]) =>
    [values].flat().map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(value ?? '')}`),
  );
  const port = request.port === undefined ? '' : `:${request.port}`;
  const url = `${request.protocol}//${request.hostname}${port}${request.path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const { host: _host, 'content-length': _length, ...headers } = request.headers;
  const { status, ...answer } = await transfer(calls, {
    url,
    method: request.method as Transfer['method'],
    headers,
    ...(request.body instanceof Uint8Array && { body: request.body }),
  });
  return {
    response: { statusCode: status, headers: answer.headers, body: Readable.from([answer.body]) },
  };
}

function problemOfS3(error: S3ServiceException): DeliveryProblem {
  if (error.name === 'QuotaExceeded' || error.name === 'InsufficientStorage') return 'storage-full';
  if (error.name === 'EntityTooLarge') return 'file-refused';
  return problemOfStatus(error.$metadata.httpStatusCode ?? 0);
}
