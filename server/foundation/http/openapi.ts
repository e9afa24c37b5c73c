import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { keyRuleOf } from '#contract/access.ts';
import { exampleOf } from '#contract/examples.ts';
import { webhookSummaries } from '#contract/messages/webhooks.ts';
import { impliedRefusals, isRepeatable } from '#contract/implied.ts';
import { methodOf, paramNames, pathOf } from '#contract/paths.ts';
import { problem } from '#contract/problem.ts';
import {
  callers,
  isSchema,
  jsonAnswerOf,
  jsonBodyOf,
  type Answer,
  type Body,
  type Route,
} from '#contract/route.ts';
import type { RefusalCode } from '#core/refusal.ts';
import { statusOf } from './problems.ts';

type Json = { [key: string]: unknown };

/** Converts the route table to OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1). */
export function openApi(routes: Readonly<Record<string, Route>>, version: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of Object.values(routes)) {
    const path = (paths[pathOf(route.at)] ??= {});
    path[methodOf(route.at).toLowerCase()] = operation(route);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Countersign',
      version,
      description: 'Electronic signatures that anyone can verify.',
      license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' },
    },
    servers: [{ url: '/' }],
    paths,
    webhooks: describeWebhooks(),
    components: {
      schemas: namedSchemas(Object.values(routes)),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'sid',
          description: "A member's session. The cookie is named '__Host-sid' over TLS.",
        },
        key: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'csk_live_… or csk_test_…',
          description: 'An API key, created in the settings. It acts as its creator, within its scopes.',
        },
        provisioning: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'csp_…',
          description: 'A provisioning token, which an owner creates for the directory of the account.',
        },
      },
    },
  };
}

/** The requests that webhooks make, by type of event. */
function describeWebhooks(): Record<string, Json> {
  const header = (name: string) => ({ name, in: 'header', required: true, schema: { type: 'string' } });
  const parameters = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header);
  const described = Object.entries(webhookSummaries).map(([kind, summary]) => {
    const schema = {
      allOf: [{ $ref: '#/components/schemas/WebhookPayload' }, { properties: { type: { const: kind } } }],
    };
    const requestBody = { required: true, content: { 'application/json': { schema } } };
    const responses = { '2XX': { description: 'Delivered. After any other response it is sent again.' } };
    const operationId = `on-${kind.replace('.', '-')}`;
    return [kind, { post: { operationId, summary, parameters, requestBody, responses } }] as const;
  });
  return Object.fromEntries(described);
}

/** Other routes need no scheme: their path contains a secret such as a signing link, or they are public. */
function securityOf(route: Route): Json[] {
  if (route.caller === 'program') return [{ key: [] }];
  if (route.caller === 'directory') return [{ provisioning: [] }];
  if (route.permission === undefined) return [];
  const rule = keyRuleOf(route);
  // Sessions are also accepted there. They are not listed, because generated clients send every listed
  // scheme, and the server refuses both together.
  return [rule ? { key: rule.scope === 'any' ? [] : [rule.scope] } : { session: [] }];
}

function operation(route: Route): Json {
  const { name, summary, caller, body } = route;
  const parameters = parametersOf(route);
  return {
    operationId: name,
    summary,
    description: callers[caller],
    security: securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(route, body) }),
    responses: joined(answersOf(route), refusalsOf(route)),
  };
}

function parametersOf(route: Route): Json[] {
  const { at, params, query } = route;
  const inPath = params ? properties(params) : {};
  const fromPath = paramNames(at).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: inPath[name] ?? { type: 'string' },
  }));
  const querySchema = query ? (schemaOf(query, 'input') as { required?: string[] }) : {};
  const fromQuery = Object.entries(query ? properties(query) : {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: querySchema.required?.includes(name) ?? false,
    ...(schema['type'] === 'object' && { style: 'deepObject', explode: true }),
    schema,
  }));
  return [...fromPath, ...fromQuery, ...(isRepeatable(route) ? [idempotencyKey] : [])];
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 255 },
  description:
    'Repeating a request with the same key within seven days has no further effect and returns the same response.',
};

function properties(schema: z.ZodType): Record<string, Json> {
  return (schemaOf(schema, 'input')['properties'] ?? {}) as Record<string, Json>;
}

function requestBody(route: Route, body: Body): Json {
  const json = jsonBodyOf(route);
  const content = { ...(json && jsonContent(route.name, json)), ...otherContent(body) };
  return { required: !isSchema(body) || !body.safeParse(undefined).success, content };
}

function jsonContent(name: string, body: z.ZodType): Json {
  const example = exampleOf(name);
  return {
    'application/json': { schema: schemaOf(body, 'input'), ...(example !== undefined && { example }) },
  };
}

function otherContent(body: Body): Json {
  if (isSchema(body)) return {};
  if (body.kind === 'bytes') return Object.fromEntries(body.types.map((type) => [type, {}]));
  const texts = schemaOf(body.texts, 'input') as { properties?: Json };
  const part = { type: 'string', contentMediaType: 'application/octet-stream' };
  const schema = { ...texts, properties: { ...texts.properties, file: part }, required: ['file'] };
  return { 'multipart/form-data': { schema } };
}

function answersOf({ answers, headers = [] }: Route): Record<string, Json> {
  const listed = Object.entries(answers).map(([status, answer]) => {
    const shown = headers.map((name) => [name, { schema: { type: 'string' } }]);
    return [
      status,
      {
        description: STATUS_CODES[status] ?? status,
        ...(headers.length > 0 && { headers: Object.fromEntries(shown) }),
        ...contentOf(answer),
      },
    ];
  });
  return Object.fromEntries(listed);
}

function contentOf(answer: Answer): Json {
  if (isSchema(answer)) return { content: jsonAnswer(answer) };
  switch (answer.kind) {
    case 'nothing':
      return {};
    case 'redirect':
      return { headers: { location: { schema: { type: 'string' } } } };
    case 'page':
      return { content: { 'text/html': {} } };
    case 'events':
      return { content: { 'text/event-stream': {} } };
    case 'file': {
      const types = answer.types.length > 0 ? answer.types : ['*/*'];
      const files = Object.fromEntries(types.map((type) => [type, {}]));
      return { content: { ...(answer.json && jsonAnswer(answer.json)), ...files } };
    }
  }
}

const jsonAnswer = (schema: z.ZodType): Json => ({
  'application/json': { schema: schemaOf(schema, 'output') },
});

/** Returns the refusals by status, with their possible codes. docs/errors.md explains the codes. */
function refusalsOf(route: Route): Record<string, Json> {
  const byStatus = new Map<number, RefusalCode[]>();
  for (const code of new Set([...impliedRefusals(route), ...route.refusals])) {
    const status = statusOf[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const schema = (codes: string[]): Json => ({
    allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }],
  });
  const answers = Array.from(byStatus, ([status, codes]) => [
    status,
    {
      description: codes.join(', '),
      content:
        route.caller === 'directory'
          ? { 'application/scim+json': {} }
          : { 'application/problem+json': { schema: schema(codes) } },
    },
  ]);
  return Object.fromEntries(answers);
}

/** A page and a refusal may have the same status, but their media types differ. */
function joined(answers: Record<string, Json>, refusals: Record<string, Json>): Record<string, Json> {
  const both = Object.entries(refusals).map(([status, refusal]) => {
    const answer = answers[status];
    if (!answer) return [status, refusal];
    const content = { ...(answer['content'] as Json | undefined), ...(refusal['content'] as Json) };
    return [
      status,
      {
        ...answer,
        description: `${String(answer['description'])}; ${String(refusal['description'])}`,
        content,
      },
    ];
  });
  return { ...answers, ...(Object.fromEntries(both) as Record<string, Json>) };
}

/**
 * Converts to JSON Schema 2020-12, which OpenAPI 3.1 uses. What zod cannot express in it is left open.
 * Schemas with a name (`.meta({ id })`) become references. A schema used for both input and output would need
 * two names.
 */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  return namedParts(schema, io).schema;
}

function namedParts(
  schema: z.ZodType,
  io: 'input' | 'output',
): { schema: Json; named: Record<string, Json> } {
  // Zod only moves a named schema to `$defs` if it is inside another schema.
  const inside = z.toJSONSchema(z.object({ it: schema }), { io, unrepresentable: 'any' });
  const text = JSON.stringify(inside).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { properties, $defs = {} } = JSON.parse(text) as {
    properties: { it: Json };
    $defs?: Record<string, Json>;
  };
  const named = Object.entries($defs).map(([name, { id: _name, ...rest }]) => [name, rest]);
  return { schema: properties.it, named: Object.fromEntries(named) };
}

/** All schemas with a name. */
function namedSchemas(routes: readonly Route[]): Record<string, Json> {
  const parts = routes.flatMap((route) => [
    ...[jsonBodyOf(route)].flatMap((body) => (body ? [namedParts(body, 'input')] : [])),
    ...Object.values(route.answers)
      .flatMap((answer) => jsonAnswerOf(answer) ?? [])
      .map((answer) => namedParts(answer, 'output')),
  ]);
  return Object.assign({}, namedParts(problem, 'output').named, ...parts.map(({ named }) => named)) as Record<
    string,
    Json
  >;
}
