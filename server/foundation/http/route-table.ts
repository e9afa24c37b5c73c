import type { FastifyReply } from 'fastify';
import { isSchema, type Answer, type Route } from '#contract/route.ts';
import { openAdmission, type Admission } from './admission/admission.ts';
import type { App } from './fastify-app.ts';
import { isSentAsListed, authenticates } from './serve.ts';

/** URLs that are served without a row in the table, with the reason. */
const outside: readonly { begins: string; because: string }[] = [
  { begins: '/oidc/', because: 'the protocol of OpenID Connect, answered by the embedded provider itself' },
  { begins: '/oauth/', because: 'the protocol of OAuth, answered by the provider for apps itself' },
  { begins: '/sandbox-payments/', because: "plays another company's service, which has its own contract" },
  { begins: '/sign-in.', because: 'script and typeface of our plain pages' },
  { begins: '/plain.css', because: 'their styles' },
  { begins: '/counter.js', because: 'the script of forms on a device that many visitors use' },
  { begins: '/sign/*', because: 'the page of the client behind a signing link' },
  { begins: '/embed/:name', because: 'the same page, for a frame of another website' },
  { begins: '/embed/edit/:name', because: 'the editor, for a frame of another website' },
  { begins: '/embed.js', because: 'the script with which other websites open such frames' },
  { begins: '/*', because: 'the built client' },
];

/**
 * Enforces the route table: registering a route without a row fails at startup, and a response whose status
 * or type its row does not list becomes a server error before any of it is sent.
 */
export function checkAgainstTable(
  app: App,
  onUnlistedRefusal: 'log' | 'throw',
  admission: Admission = openAdmission(() => performance.now()),
): void {
  app.decorate('admission', admission);
  app.decorate('onUnlistedRefusal', onUnlistedRefusal);
  app.decorate('guards', new Map());
  authenticates(app, 'anyone', { caller: async () => ({}) });
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.route || outside.some(({ begins }) => url.startsWith(begins))) return;
    throw new Error(`${url} is served, but has no row in contract/.`);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { route } = request.routeOptions.config;
    if (route && !isProblem(reply) && !isListed(route, reply, payload)) {
      throw new Error(`${route.name} returns ${reply.statusCode} in a form that its row does not list.`);
    }
    return payload;
  });
}

/** Refusals, server errors and unknown URLs always return problem details. */
function isProblem(reply: FastifyReply): boolean {
  return reply.statusCode >= 400 && mediaTypeOf(reply) === 'application/problem+json';
}

function isListed(route: Route, reply: FastifyReply, payload: unknown): boolean {
  const answer = route.answers[reply.statusCode];
  if (!answer) return false;
  return isSchema(answer) ? isSentAsListed(reply) : isOfKind(answer, reply, payload);
}

function isOfKind(
  answer: Exclude<Answer, { _zod: unknown }>,
  reply: FastifyReply,
  payload: unknown,
): boolean {
  switch (answer.kind) {
    case 'nothing':
      return payload === null || payload === undefined || payload === '';
    case 'page':
      return mediaTypeOf(reply) === 'text/html';
    case 'redirect':
      return reply.hasHeader('location');
    case 'events':
      return mediaTypeOf(reply) === 'text/event-stream';
    case 'file':
      if (answer.json && isSentAsListed(reply)) return true;
      return answer.types.length === 0 || answer.types.includes(mediaTypeOf(reply));
  }
}

function mediaTypeOf(reply: FastifyReply): string {
  return String(reply.getHeader('content-type') ?? '').split(';', 1)[0]!;
}
