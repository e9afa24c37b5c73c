import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';
import type { App } from './fastify-app.ts';

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>;

/**
 * An allow-list decides what is logged (S-39): no headers, cookies, bodies or queries, and of errors only what
 * locates them. Signing tokens are replaced wherever an address could carry one (S-11).
 */
export function logOptions(level: string, stream?: { write(line: string): void }): LoggerOptions {
  return {
    level,
    base: { pid: process.pid },
    // The parser of uploads logs its options at 'trace', and with them the headers of the request.
    serializers: { req: () => ({}), res: () => ({}), err: loggedError, busboyOptions: () => ({}) },
    // The framework's own complaints name the address that was asked for.
    hooks: {
      logMethod(parts, method) {
        const [first, ...said] = parts as [unknown, ...unknown[]];
        // Without a sentence of its own a line would be given the one of its error.
        const sentence = said.length === 0 ? errorIn(first)?.message : undefined;
        const given = [first, ...(sentence === undefined ? said : [sentence])];
        const clean = given.map((part) => (typeof part === 'string' ? withoutTokens(part) : part));
        method.apply(this, clean as typeof parts);
      },
    },
    ...(stream && { stream }),
  };
}

function errorIn(logged: unknown): Error | undefined {
  const error = (logged as { err?: unknown } | undefined)?.err ?? logged;
  return error instanceof Error ? error : undefined;
}

/** One line for each request that was answered. */
export function logAnswers(app: App): void {
  app.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(reply.elapsedTime);
    const answer = {
      method: request.method,
      path: loggedPath(request.originalUrl),
      status: reply.statusCode,
      ms,
    };
    request.log.info({ ...answer, ip: request.ip }, 'answered');
  });
}

/** The log of a part that has no request at hand. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

/** The path without its query, and without whatever in it opens something by itself, however it is written. */
export function loggedPath(url: string): string {
  const path = url.split(/[?#]/, 1)[0]!;
  try {
    return withoutTokens(decodeURIComponent(path)).replace(/\p{Cc}/gu, '_');
  } catch {
    return '(undecodable path)';
  }
}

function withoutTokens(text: string): string {
  return text.replace(
    /([/\\](?:sign|unsubscribe|mail(?![/\\]+(?:unsubscribe|bounces))|my-data|reply-to|form(?:[/\\]+confirm)?|embed(?:[/\\]+edit)?)[/\\]+)(?!(?:confirm|edit)[/\\])[^/\\\s?#"'<>)]+/gi,
    '$1(token)',
  );
}

/** Of an error only what locates it; signing tokens are replaced. */
export function loggedError(error: unknown): { type: string; code?: string; message: string; stack: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error', stack: '' };
  const code = (error as { code?: unknown }).code;
  return {
    type: error.name,
    ...(typeof code === 'string' && { code }),
    message: withoutTokens(error.message),
    stack: withoutTokens(error.stack ?? ''),
  };
}
