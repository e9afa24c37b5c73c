import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export const s3Credentials = { accessKeyId: 'ADA', secretAccessKey: 'harbour-keys' };

export interface S3Server {
  endpoint: string;
  bucket: string;
  objects: Map<string, StoredObject>;
  /** Parts of incomplete uploads, by upload id. */
  unfinished: Map<string, Map<number, Buffer>>;
  /** The fault of all later responses; undefined for none. */
  fail: { status: number } | 'hang up' | 'say nothing' | 'no second part' | undefined;
  stop(): Promise<void>;
}

type StoredObject = {
  bytes: Buffer;
  at: Date;
  encryption: string | undefined;
  parts?: number;
  /** Enables Object Lock. */
  lock?: { mode: string; until: string };
};

const region = 'us-east-1';

/**
 * The subset of S3 that a file store uses: put (whole and in parts), get, head, delete and paged list.
 * Verifies AWS Signature Version 4 as Amazon documents it, and the checksum in the request. `page` is the
 * number of objects per list response.
 */
export async function startS3Server({ page = 3 } = {}): Promise<S3Server> {
  const bucket = 'papers';
  const objects: S3Server['objects'] = new Map();
  const unfinished: S3Server['unfinished'] = new Map();
  const encryptions = new Map<string, string | undefined>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const state: S3Server = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    objects,
    unfinished,
    fail: undefined,
    stop: () => {
      server.closeAllConnections();
      return new Promise((stopped) => void server.close(() => stopped()));
    },
  };
  return state;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (state.fail === 'say nothing') return;
    if (state.fail === 'hang up') return void request.socket.destroy();
    const body = await buffer(request);
    if (typeof state.fail === 'object') return refuse(response, state.fail.status, 'ServiceUnavailable');
    if (!isSigned(request, body)) return refuse(response, 403, 'SignatureDoesNotMatch');
    const url = new URL(request.url!, state.endpoint);
    const [, inBucket, ...rest] = decodeURIComponent(url.pathname).split('/');
    if (inBucket !== bucket) return refuse(response, 404, 'NoSuchBucket');
    const key = rest.join('/');
    if (key === '') return list(url, response);
    const found = objects.get(key);
    if (url.searchParams.has('uploads') || url.searchParams.has('uploadId'))
      return byParts(key, url.searchParams, request, body, response);
    if (request.method === 'PUT') return put(key, request, body, response);
    if (request.method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    if (!found) return refuse(response, 404, 'NoSuchKey', request.method === 'HEAD');
    response.writeHead(200, {
      'content-length': found.bytes.length,
      'last-modified': found.at.toUTCString(),
    });
    response.end(request.method === 'HEAD' ? undefined : found.bytes);
  }

  function put(key: string, request: IncomingMessage, bytes: Buffer, response: ServerResponse): void {
    // Some stores do not support these headers: older releases of MinIO and Ceph, and Backblaze B2.
    if (Object.keys(request.headers).some((name) => /^x-amz-(?:sdk-)?checksum-/.test(name)))
      return refuse(response, 501, 'NotImplemented');
    if (request.headers['content-md5'] !== createHash('md5').update(bytes).digest('base64'))
      return refuse(response, 400, 'BadDigest');
    const encryption = request.headers['x-amz-server-side-encryption'];
    const { 'x-amz-object-lock-mode': mode, 'x-amz-object-lock-retain-until-date': until } = request.headers;
    const lock =
      mode === undefined
        ? {}
        : { lock: { mode: String(mode), until: new Date(String(until)).toISOString() } };
    objects.set(key, { bytes, at: new Date(), encryption: encryption as string | undefined, ...lock });
    response.writeHead(200, { etag: '"x"' }).end();
  }

  function byParts(
    key: string,
    asked: URLSearchParams,
    request: IncomingMessage,
    bytes: Buffer,
    response: ServerResponse,
  ): void {
    const xml = (text: string) =>
      response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${text}`);
    if (asked.has('uploads')) {
      const id = `${key} ${unfinished.size + 1}`;
      unfinished.set(id, new Map());
      encryptions.set(id, request.headers['x-amz-server-side-encryption'] as string | undefined);
      return void xml(`<R><UploadId>${id}</UploadId></R>`);
    }
    const id = asked.get('uploadId')!;
    const parts = unfinished.get(id);
    if (!parts) return refuse(response, 404, 'NoSuchUpload');
    if (request.method === 'PUT') {
      const number = Number(asked.get('partNumber'));
      if (state.fail === 'no second part' && number === 2) return refuse(response, 503, 'ServiceUnavailable');
      if (request.headers['content-md5'] !== md5(bytes)) return refuse(response, 400, 'BadDigest');
      parts.set(number, bytes);
      return void response.writeHead(200, { etag: `"part ${number}"` }).end();
    }
    unfinished.delete(id);
    if (request.method === 'DELETE') return void response.writeHead(204).end();
    const named = [...bytes.toString().matchAll(/part (\d+)/g)].map(([, number]) =>
      parts.get(Number(number))!,
    );
    const encryption = encryptions.get(id);
    objects.set(key, { bytes: Buffer.concat(named), at: new Date(), encryption, parts: named.length });
    xml('<R/>');
  }

  function list(url: URL, response: ServerResponse): void {
    const keys = [...objects.keys()].sort();
    const from = Number(url.searchParams.get('continuation-token') ?? 0);
    const some = keys.slice(from, from + page);
    const contents = some.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${objects.get(key)!.at.toISOString()}</LastModified></Contents>`,
    );
    const more = from + page < keys.length;
    const next = more ? `<NextContinuationToken>${from + page}</NextContinuationToken>` : '';
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    );
  }
}

function refuse(response: ServerResponse, status: number, code: string, silent = false): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(silent ? undefined : `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}

/** Verifies AWS Signature Version 4 of the headers, and the body's hash if the request contains one. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const stated = request.headers['x-amz-content-sha256'] as string;
  if (/^[0-9a-f]{64}$/.test(stated) && stated !== sha256(body)) return false;
  const parts = /Credential=([^/]+)\/(\d{8})\/[^,]+, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  );
  if (!parts) return false;
  const [, id, day, names = '', signature] = parts;
  const url = new URL(request.url!, 'http://s3');
  url.searchParams.sort();
  const query = [...url.searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, query, headers.join(''), names, stated].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [day!, region, 's3', 'aws4_request'].reduce<Buffer>(
    (secret, part) => hmac(secret, part),
    Buffer.from(`AWS4${s3Credentials.secretAccessKey}`),
  );
  return id === s3Credentials.accessKeyId && hmac(key, text).toString('hex') === signature;
}

const sha256 = (of: string | Buffer): string => createHash('sha256').update(of).digest('hex');
const md5 = (of: Buffer): string => createHash('md5').update(of).digest('base64');
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
