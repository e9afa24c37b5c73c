import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';
import { loggedError, loggedPath, withoutTokens } from '../process/redact.ts';
import type { App } from './fastify-app.ts';

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>;

/**
 * An allow-list decides what is logged (S-39): no headers, cookies, bodies or queries, and only those parts
 * of an error that help to find its cause. Signing tokens are redacted wherever a URL may contain one (S-11).
 */
export function logOptions(level: string, stream?: { write(line: string): void }): LoggerOptions {
  return {
    level,
    base: { pid: process.pid },
    // At the `trace` level, the upload parser logs its options, which include the request headers.
    serializers: { req: () => ({}), res: () => ({}), err: loggedError, busboyOptions: () => ({}) },
    // Fastify's messages contain the requested URL.
    hooks: {
      logMethod(parts, method) {
        const [first, ...said] = parts as [unknown, ...unknown[]];
        // A line without a message would otherwise get the message of its error.
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

/** Log for components that handle no request. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
