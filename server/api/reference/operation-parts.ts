import { impliedRefusals } from '#contract/implied.ts';
import { methodOf, pathOf } from '#contract/paths.ts';
import type { Route } from '#contract/route.ts';

type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};
type Parameter = { name: string; in: string; required: boolean; schema: Schema };
type Content = Record<string, { schema?: Schema }>;
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};
/** The part of the OpenAPI file that the reference page uses. */
export type Api = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

type Part = { name: string; place: string; type: string; about: string };
export type OperationParts = { parameters: Part[]; body: Part[]; answers: string[]; refusals: string[] };

/** Returns the parts of an operation, taken from the OpenAPI file. */
export function operationParts(route: Route, api: Api): OperationParts {
  const operation = api.paths[pathOf(route.at)]![methodOf(route.at).toLowerCase()]!;
  const parameters = (operation.parameters ?? []).map(({ name, in: place, required, schema }) => ({
    name,
    place,
    type: typeOf(schema, api),
    about: required ? 'required' : '',
  }));
  const [[, content] = ['', undefined]] = Object.entries(operation.requestBody?.content ?? {});
  const body = content?.schema ? bodyParts(content.schema, api) : [];
  const answers = Object.entries(operation.responses)
    .filter(([status]) => Number(status) < 400)
    .map(([status, { content: kinds = {} }]) => answerText(status, kinds, api));
  return {
    parameters,
    body,
    answers,
    refusals: [...new Set([...route.refusals, ...impliedRefusals(route)])],
  };
}

function resolved(schema: Schema, api: Api): Schema {
  return schema.$ref ? resolved(api.components.schemas[schema.$ref.split('/').at(-1)!] ?? {}, api) : schema;
}

/** Returns the properties of a body. If the body has two forms, they are those of the object form. */
function bodyParts(schema: Schema, api: Api): Part[] {
  const ways = (schema.anyOf ?? schema.oneOf ?? [schema]).map((way) => resolved(way, api));
  const { properties = {}, required = [] } = ways.find((way) => way.properties) ?? {};
  return Object.entries(properties).map(([name, part]) => ({
    name,
    place: 'body',
    type: typeOf(part, api),
    about: required.includes(name) ? 'required' : '',
  }));
}

function answerText(status: string, kinds: Content, api: Api): string {
  const [[kind, { schema }] = ['', { schema: undefined }]] = Object.entries(kinds) as [
    string,
    { schema?: Schema },
  ][];
  if (kind === '') return `${status} without a body`;
  return schema ? `${status} ${typeOf(schema, api)}` : `${status} ${kind}`;
}

function typeOf(schema: Schema, api: Api, depth = 0): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const ways = schema.anyOf ?? schema.oneOf;
  if (ways) return [...new Set(ways.map((way) => typeOf(way, api, depth)))].join(' | ');
  if (schema.type === 'array') return `${typeOf(schema.items ?? {}, api, depth)}[]`;
  if (schema.type === 'object' && schema.properties && depth < 2) {
    const parts = Object.entries(schema.properties).map(([name, part]) => {
      return `${name}${schema.required?.includes(name) ? '' : '?'}: ${typeOf(part, api, depth + 1)}`;
    });
    return `{ ${parts.join(', ')} }`;
  }
  return [schema.type ?? 'any'].flat().join(' | ');
}
