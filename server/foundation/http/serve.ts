import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import { impliedRefusals, isRepeatable } from '#contract/implied.ts';
import { methodOf, paramNames, pathOf, type ParamNames } from '#contract/paths.ts';
import {
  isOpenedInBrowser,
  isSchema,
  jsonAnswerOf,
  type Caller as CallerKind,
  type nothing,
  type Route,
} from '#contract/route.ts';
import { strict } from '#contract/strict.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { Admission } from './admission/admission.ts';
import type { App } from './fastify-app.ts';
import { keyedRequest, type KeyedRequest } from './idempotency.ts';
import { sendRefusal } from './problems.ts';
import { actIdempotently } from './repeated.ts';

/** The authenticated caller passed to a handler. Authenticators add their type by declaration merging. */
export interface Callers {
  anyone: unknown;
}
type CallerOf<Kind extends CallerKind> = Kind extends keyof Callers ? Callers[Kind] : never;

/** Authenticates callers of one kind. */
export type Guard<Kind extends keyof Callers = keyof Callers> = {
  /** Runs before anything of the request is read. Sends the response itself if it refuses. */
  onRequest?: onRequestAsyncHookHandler;
  /** Runs before the handler, which is skipped if this has sent a response. */
  caller(request: FastifyRequest, reply: FastifyReply): Promise<Callers[Kind] | Refusal | FastifyReply>;
  /** Returns the scope of the caller's Idempotency-Keys. */
  keyScope?(caller: Callers[Kind]): string;
  /** Returns the scope that an earlier version used for the same caller. */
  earlierKeyScope?(caller: Callers[Kind]): string;
};

declare module 'fastify' {
  interface FastifyInstance {
    guards: Map<CallerKind, Guard>;
    /** Rate limits, and fair scheduling of requests. */
    admission: Admission;
    /** Called for a refusal that the row does not list. In tests it throws, so that someone fixes the row. */
    onUnlistedRefusal: 'log' | 'throw';
  }
  interface FastifyContextConfig {
    route?: Route;
  }
}

/** Sets how callers of one kind are authenticated on routes registered afterwards. */
export function authenticates<Kind extends keyof Callers & CallerKind>(
  app: App,
  kind: Kind,
  guard: Guard<Kind>,
): void {
  app.guards.set(kind, guard);
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown;
type Part<R, Key extends string> = R extends { [K in Key]: infer Schema } ? Output<Schema> : undefined;
type PathParams<R extends Route> = R extends { params: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : { [Name in ParamNames<R['at']>]: string };

/** The parsed parts of the request, and the caller. */
export type Asked<R extends Route> = CallerOf<R['caller']> & {
  params: PathParams<R>;
  query: Part<R, 'query'>;
  body: Part<R, 'body'>;
  request: FastifyRequest;
  reply: FastifyReply;
} & (R extends { idempotency: 'in-transaction' } ? { keyed: KeyedRequest } : unknown);

type Body<Answer> = Answer extends z.ZodType
  ? z.input<Answer>
  : Answer extends typeof nothing
    ? void
    : Answer extends { json: infer Json extends z.ZodType }
      ? z.input<Json> | FastifyReply
      : FastifyReply;
type Bodies<Answers> = { [Status in keyof Answers]: Body<Answers[Status]> }[keyof Answers];
/**
 * Result of a handler: the body that the row lists, nothing, the reply after sending a file or page, or a
 * refusal. The status is the first one in the row unless `reply.code` sets another one.
 */
export type Outcome<R extends Route> = Bodies<R['answers']> | Refusal;

export type Handler<R extends Route> = (asked: Asked<R>) => Outcome<R> | Promise<Outcome<R>>;

/**
 * Registers a row of the table with its handler. Authenticates the caller first. The response contains only
 * what the row lists, and refusals are sent as problem details.
 */
export function serve<R extends Route>(app: App, route: R, handler: Handler<R>): void {
  const guard = app.guards.get(route.caller);
  if (!guard) throw new Error(`${route.name}: no authentication is registered for '${route.caller}'.`);
  const { maxBodyBytes, head } = route;
  const params = pathParams(route);
  type Caller = Callers[keyof Callers];
  async function answer(request: FastifyRequest, reply: FastifyReply, caller: Caller): Promise<FastifyReply> {
    const [first] = Object.keys(route.answers);
    const scopes = [guard?.keyScope?.(caller) ?? '', guard?.earlierKeyScope?.(caller)] as const;
    const keyed = isRepeatable(route) ? await keyedRequest(request, ...scopes) : undefined;
    if (isRefusal(keyed)) return sendRefusal(reply, keyed);
    reply.code(Number(first));
    const { params: path, query: search, body: given } = request;
    const asked = { ...(caller as object), params: path, query: search, body: given, request, reply, keyed };
    const act = async (): Promise<unknown> => handler(asked as unknown as Asked<R>);
    const once = keyed?.key !== undefined && route.idempotency === 'stored-response';
    const outcome = once ? await keptOutcome(request, reply, keyed, act) : await act();
    if (isSent(reply)) return reply;
    if (isRefusal(outcome)) return sendListed(app, route, reply, outcome);
    return sendAnswer(route, reply, outcome);
  }
  app.route({
    method: methodOf(route.at),
    url: pathOf(route.at).replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { route },
    ...(maxBodyBytes !== undefined && { bodyLimit: maxBodyBytes }),
    ...(head === false && { exposeHeadRoute: false }),
    ...(guard.onRequest && { onRequest: guard.onRequest }),
    schema: { ...(params && { params }), ...querySchema(route), ...bodySchema(route) },
    handler: async (request, reply) => {
      const caller = await guard.caller(request, reply);
      if (caller === undefined) return reply;
      if (isRefusal(caller)) return sendListed(app, route, reply, caller);
      const leave = await app.admission.enter(request, route, caller);
      if (isRefusal(leave)) return sendListed(app, route, reply, leave);
      try {
        return await answer(request, reply, caller);
      } finally {
        leave?.();
      }
    },
  });
}

function pathParams({ at, params }: Route): z.ZodType | undefined {
  const names = paramNames(at);
  if (params || names.length === 0) return params;
  return z.object(Object.fromEntries(names.map((name) => [name, z.string()])));
}

const noKeys = strict({});
const noBody = noKeys.nullish();
/**
 * Callers whose requests may have unlisted query parameters, because monitors and caches add some, such as
 * the time.
 */
const strangers: readonly CallerKind[] = [
  'anyone',
  'monitor',
  'subscriber',
  'mail-server',
  'payment-provider',
];

function querySchema({ query, ...route }: Route): { querystring?: z.ZodType } {
  if (query) return { querystring: query };
  return isOpenedInBrowser(route) || strangers.includes(route.caller) ? {} : { querystring: noKeys };
}

/** If the row lists no body, the request must have none, so that its keys are not silently ignored. */
function bodySchema({ body, ...route }: Route): { body?: z.ZodType } {
  if (body) return isSchema(body) ? { body } : {};
  return isOpenedInBrowser(route) || methodOf(route.at) === 'GET' ? {} : { body: noBody };
}

/** Executes the action once per idempotency key, or sends the first response again. */
async function keptOutcome(
  request: FastifyRequest,
  reply: FastifyReply,
  keyed: KeyedRequest,
  act: () => Promise<unknown>,
): Promise<unknown> {
  const answer = await actIdempotently(request, keyed, async () => {
    const outcome = await act();
    return isRefusal(outcome) ? outcome : { status: reply.statusCode, body: outcome };
  });
  if (isRefusal(answer)) return answer;
  reply.code(answer.status);
  return answer.body ?? undefined;
}

/** True once headers are sent, even if the client disconnected. */
function isSent(reply: FastifyReply): boolean {
  return reply.sent || reply.raw.headersSent;
}

/** Sends a refusal that the row lists. An unlisted refusal is a bug, but is sent anyway. */
export function sendListed(
  app: Pick<App, 'onUnlistedRefusal' | 'log'>,
  route: Route,
  reply: FastifyReply,
  refusal: Refusal,
): FastifyReply {
  const { refused } = refusal;
  if (!route.refusals.includes(refused) && !impliedRefusals(route).includes(refused)) {
    const fault = `${route.name} is refused with '${refused}', which its row does not list.`;
    if (app.onUnlistedRefusal === 'throw') throw new Error(fault);
    app.log.error(fault);
  }
  return sendRefusal(reply, refusal);
}

const sentAsListed = Symbol('sent as its row lists it');
type Marked = FastifyReply & { [sentAsListed]?: true };

function sendAnswer(route: Route, reply: FastifyReply, outcome: unknown): FastifyReply {
  const answer = route.answers[reply.statusCode];
  if (!answer) throw new Error(`${route.name} does not list the status ${reply.statusCode}.`);
  const schema = jsonAnswerOf(answer);
  if (!schema || (outcome === undefined && !isSchema(answer))) {
    if (outcome !== undefined) throw new Error(`${route.name} lists no body.`);
    // Handlers of files, pages and streams have already sent the response, or the client disconnected.
    return !isSchema(answer) && answer.kind === 'nothing' ? reply.send() : reply;
  }
  const body = asListed(route, schema, outcome);
  (reply as Marked)[sentAsListed] = true;
  return reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(body);
}

/**
 * Returns the body with only the listed properties.
 * @throws if it does not match; the message names the property
 */
export function asListed<Schema extends z.ZodType>(
  route: Route,
  answer: Schema,
  body: unknown,
): z.input<Schema> {
  const listed = z.safeEncode(answer, body as z.output<Schema>);
  if (listed.success) return listed.data;
  const where = listed.error.issues.map(({ path, code }) => `${path.join('.')} (${code})`);
  throw new Error(`${route.name} returns properties that its row does not list: ${where.join(', ')}.`);
}

/** Returns true if `serve` sent the response as JSON. */
export function isSentAsListed(reply: FastifyReply): boolean {
  return (reply as Marked)[sentAsListed] === true;
}
