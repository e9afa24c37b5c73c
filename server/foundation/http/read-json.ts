import type { ServerResponse } from 'node:http';
import type { FastifyError, FastifyRequest } from 'fastify';
import { isModestJson } from '#core/json/is-modest.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { Leave } from './admission/fair-turns.ts';
import { RefusedBodyError, tooManyValuesCode } from './answer-errors.ts';
import type { App } from './fastify-app.ts';

/** Size in bytes. Parsing a smaller body takes at most a millisecond or two. */
const largeBody = 128 * 1024;

/**
 * Maximum number of values. A body of the maximum size that contains only values, parsed on the main thread,
 * would delay all other requests for seconds. `many` is enough for all fields of the largest document.
 */
const maxValues = { usual: 20_000, many: 100_000 };

/** The value of a body, or why it was rejected: too many values or levels, or not JSON. */
export type ReadBody =
  | { value: unknown; digest?: string; problem?: undefined }
  | { value?: undefined; digest?: undefined; problem: 'values' | 'syntax' };
/** `most` is the maximum number of values. `withDigest` requests the SHA-256 of the bytes. */
export type ReadsBody = (given: {
  bytes: Uint8Array;
  most: number;
  withDigest: boolean;
}) => Promise<ReadBody | Refusal>;

const digests = new WeakMap<FastifyRequest, string>();

/**
 * Returns the SHA-256 in hex of a large body with an Idempotency-Key. The parsing thread computes it, since
 * it takes ten milliseconds for a body of the maximum size.
 */
export function largeBodyDigest(request: FastifyRequest): string | undefined {
  return digests.get(request);
}

type Parts = {
  /** Parses large bodies in a thread. If undefined, they are parsed on the main thread. */
  readApart?: ReadsBody | undefined;
  enterBody: (request: FastifyRequest) => Promise<Leave | Refusal>;
};

/**
 * Accepts only JSON bodies. Features that need other types register their own parsers. An empty body is
 * allowed. The large bodies of one account are handled one after the other and parsed in a thread, which
 * leaves the main thread free for other accounts.
 */
export function acceptJsonOnly(app: App, { readApart, enterBody }: Parts): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const parseHere = (request: FastifyRequest, text: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      void parse(request, text, (error, value) => (error ? reject(error) : resolve(value)));
    });

  function valueOf(read: ReadBody | Refusal): unknown {
    if (isRefusal(read)) throw new RefusedBodyError(read);
    if (read.problem === 'values') throw tooManyValues();
    if (read.problem) throw notJson();
    return read.value;
  }

  const responses = new WeakMap<FastifyRequest, ServerResponse>();
  app.addHook('preParsing', async (request, reply) => void responses.set(request, reply.raw));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    // Directories send JSON with this media type (RFC 7644 §3.1).
    ['application/json', 'application/scim+json'],
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (bytes.length === 0) return undefined;
      const most = mostValuesOf(request);
      if (bytes.length >= largeBody) {
        const leave = await enterBody(request);
        if (isRefusal(leave)) throw new RefusedBodyError(leave);
        const response = responses.get(request)!;
        response.once('finish', leave);
        // The client has disconnected.
        if (response.destroyed) leave();
        else response.once('close', leave);
        if (readApart) {
          const withDigest = request.headers['idempotency-key'] !== undefined;
          const read = await readApart({ bytes, most, withDigest });
          if (!isRefusal(read) && read.digest !== undefined) digests.set(request, read.digest);
          return valueOf(read);
        }
      }
      const text = bytes.toString('utf8');
      if (!isModestJson(text, most)) throw tooManyValues();
      return parseHere(request, text);
    },
  );
}

function mostValuesOf({ routeOptions }: FastifyRequest): number {
  return routeOptions.config.route?.manyValues ? maxValues.many : maxValues.usual;
}

function tooManyValues(): FastifyError {
  return bodyError(tooManyValuesCode, 413, 'The body has too many values or levels.');
}

function notJson(): FastifyError {
  return bodyError('FST_ERR_CTP_INVALID_JSON_BODY', 400, 'The body is not valid JSON.');
}

function bodyError(code: string, statusCode: number, message: string): FastifyError {
  return Object.assign(new Error(message), { name: 'FastifyError', code, statusCode });
}
