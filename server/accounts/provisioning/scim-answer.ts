import type { FastifyReply } from 'fastify';
import { attributeName, scimSchemas, type Attributes } from '#core/scim/attribute.ts';
import type { ScimFault, ScimType } from '#core/scim/fault.ts';
import { scimPage } from '#core/scim/schemas.ts';
import type { Config } from '../../foundation/config/config.ts';
import type { App } from '../../foundation/http/fastify-app.ts';

export const scimBase = ({ publicUrl }: Pick<Config, 'publicUrl'>): string => `${publicUrl}/scim/v2`;

const mediaType = 'application/scim+json';

export function sendScim(reply: FastifyReply, body: object): FastifyReply {
  return reply.type(`${mediaType}; charset=utf-8`).send(JSON.stringify(body));
}

export function sendFault(reply: FastifyReply, { fault, detail }: ScimFault): FastifyReply {
  return sendScim(reply.code(400), scimError(400, detail, fault));
}

function scimError(status: number, detail: string, scimType?: ScimType | 'uniqueness'): object {
  return { schemas: [scimSchemas.error], ...(scimType && { scimType }), detail, status: String(status) };
}

/** Sends refusals and errors of these routes in SCIM format (RFC 7644 §3.12). */
export function answerAsScim(app: App): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (!type.startsWith('application/problem+json') || typeof payload !== 'string') return payload;
    const { status, detail, code } = JSON.parse(payload) as { status: number; detail: string; code: string };
    const isTaken = code === 'already-member' || code === 'group-exists';
    const error = JSON.stringify(scimError(status, detail, isTaken ? 'uniqueness' : undefined));
    reply.type(`${mediaType}; charset=utf-8`).header('content-length', Buffer.byteLength(error));
    return error;
  });
}

export type Shown = { attributes?: string | undefined; excludedAttributes?: string | undefined };

/** Returns the attributes that the request asks for (RFC 7644 §3.9). */
export function shown(resource: Attributes, { attributes, excludedAttributes }: Shown): object {
  const always = new Set(['id', 'schemas', 'meta']);
  const named = (list: string) =>
    new Set(list.split(',').map((name) => attributeName(name).split('.', 1)[0]!));
  const [only, without] = [attributes ? named(attributes) : undefined, named(excludedAttributes ?? '')];
  const isShown = (key: string): boolean =>
    always.has(key) || ((only?.has(key.toLowerCase()) ?? true) && !without.has(key.toLowerCase()));
  return Object.fromEntries(Object.entries(resource).filter(([key]) => isShown(key)));
}

export type Page = { startIndex?: number | undefined; count?: number | undefined };

/**
 * Returns how many rows to skip and to read. Indexes start at 1, and values out of range are replaced with
 * the nearest valid one.
 */
export function pageOf({ startIndex = 1, count = scimPage.usual }: Page): { offset: number; limit: number } {
  return {
    offset: Math.min(Math.max(startIndex, 1), 1_000_000) - 1,
    limit: Math.min(Math.max(count, 0), scimPage.most),
  };
}

export function listOf(resources: object[], total: number, offset = 0): object {
  return {
    schemas: [scimSchemas.list],
    totalResults: total,
    itemsPerPage: resources.length,
    startIndex: offset + 1,
    Resources: resources,
  };
}
