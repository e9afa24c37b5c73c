import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { mcpRows } from '#contract/api/mcp.ts';
import type { FastifyReply } from 'fastify';
import { refuse, type Refusal } from '#core/refusal.ts';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import { binDocuments } from '../../documents/library/bin-documents.ts';
import { purgeDocuments } from '../../documents/library/purge-documents.ts';
import { serve } from '../../foundation/http/serve.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';
import { ownerOf } from '../../records/owner.ts';
import type { McpDeps } from './deps.ts';
import { createInternalClient } from './ask.ts';
import { mcpServer } from './tools.ts';

/**
 * Tools for assistants over the same routes that programs call, with exactly the rights of the key. An
 * assistant can only propose to send email or end something (server/documents/proposals).
 */
export function mcpRoutes(services: McpDeps): Routes {
  const { publicUrl } = services;
  return (app) => {
    serve(app, mcpRows.callMcp, async ({ user, body, request, reply }) => {
      if (listens(body)) return refuse('request-malformed', 'This address does not support live updates.');
      const overMuch = countFurther(app, user, body, reply);
      if (overMuch) return overMuch;
      const { method, headers } = request;
      const asked = new Request(`${publicUrl}${request.url}`, { method, headers: asHeaders(headers) });
      const answer = await handlerFor(app, user, services).fetch(asked, { parsedBody: body });
      const text = await answer.text();
      reply.code(answer.status).header('cache-control', 'no-store');
      const type = answer.headers.get('content-type');
      if (type) return reply.type(type).send(text);
      return reply.send();
    });
    serve(app, mcpRows.streamMcp, async ({ reply }) => reply.header('allow', 'POST').send());
  };
}

/** One handler per request: it knows the user, and no state is kept between requests. */
function handlerFor(app: App, user: SignedInUser, services: McpDeps): McpHttpHandler {
  // A key that may create a draft may discard it in the same call, without the scope to delete.
  const discard = async (id: string) => {
    await binDocuments(services, ownerOf(user), [id]);
    await purgeDocuments(services, user, [id]);
  };
  return createMcpHandler(() =>
    mcpServer(
      createInternalClient(app, user),
      { publicUrl: services.publicUrl, serviceName: app.serviceName },
      discard,
    ),
  );
}

/** The first message was counted as the request; each further one of an array counts like another request. */
function countFurther(
  app: App,
  { key }: SignedInUser,
  body: object,
  reply: FastifyReply,
): Refusal | undefined {
  const further = Array.isArray(body) ? body.length - 1 : 0;
  for (let call = 0; key && call < further; call += 1) {
    const refused = app.admission.count(reply, 'key', key.frame?.id ?? key.id);
    if (refused) return refused;
  }
  return undefined;
}

/** A stream that would remain open, for notifications that never occur here. */
function listens(body: object): boolean {
  return [body].flat().some((one) => 'method' in one && one.method === 'subscriptions/listen');
}

function asHeaders(headers: Record<string, unknown>): Headers {
  const own = Object.entries(headers).filter(
    ([name]) => name !== 'content-length' && name !== 'authorization',
  );
  return new Headers(own.map(([name, value]) => [name, String(value)]));
}
