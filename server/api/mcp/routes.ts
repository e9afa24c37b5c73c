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
 * Tools for assistants, based on the routes that programs call, with exactly the rights of the key. To send
 * email or end something, an assistant can only create a proposal (server/documents/proposals).
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

/** Returns a handler for one request. It is created for its user and keeps no state between requests. */
function handlerFor(app: App, user: SignedInUser, services: McpDeps): McpHttpHandler {
  // A key that may create drafts may discard one in the same call, without the scope to delete.
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

/** Counts further messages of a batch toward the rate limit. The first one was counted as the request. */
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

/**
 * Returns true if the client asks for a stream that remains open for notifications, which do not exist here.
 */
function listens(body: object): boolean {
  return [body].flat().some((one) => 'method' in one && one.method === 'subscriptions/listen');
}

function asHeaders(headers: Record<string, unknown>): Headers {
  const own = Object.entries(headers).filter(
    ([name]) => name !== 'content-length' && name !== 'authorization',
  );
  return new Headers(own.map(([name, value]) => [name, String(value)]));
}
