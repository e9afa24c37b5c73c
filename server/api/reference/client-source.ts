import { readFileSync } from 'node:fs';
import { keyRuleOf } from '#contract/access.ts';
import { isRepeatable } from '#contract/implied.ts';
import { methodOf, pathOf } from '#contract/paths.ts';
import type { Route } from '#contract/route.ts';
import { typeText, type TypedSchema } from './type-text.ts';

type Content = Record<string, { schema?: TypedSchema }>;
type Described = {
  parameters?: { name: string; in: string; required: boolean; schema: TypedSchema }[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
};
export type DescribedApi = {
  info: { version: string };
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, TypedSchema> };
};

/**
 * Generates the client as a single TypeScript file without dependencies: the types of every operation that a
 * program may call, taken from the OpenAPI file and therefore from the route table, and the code that calls
 * them.
 */
export function clientSource(routes: Readonly<Record<string, Route>>, api: DescribedApi): string {
  const callable = Object.values(routes).filter(keyRuleOf);
  const runtime = readFileSync(new URL('client-runtime.ts', import.meta.url), 'utf8');
  const named = Object.entries(api.components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeText(schema)};`,
  );
  const operations = callable.map(
    (route) =>
      `  /** ${route.summary}. */\n  ${route.name}: { given: ${givenText(route, api)}; answer: ${answerText(route, api)} };`,
  );
  const addresses = callable.map(({ name, at }) => `  ${name}: ${JSON.stringify(at)},`);
  return `// The client of Countersign ${api.info.version}, generated from its routes. It has no dependencies: copy this file into your project.
//
//   const { call } = countersign({ url: 'https://sign.example.com', key: process.env.COUNTERSIGN_KEY });
//   const file = new Blob([await readFile('lease.pdf')]);
//   const { id } = await call('uploadDocument', { form: { file, fileName: 'lease.pdf' } });

${named.join('\n')}

export type Operations = {
${operations.join('\n')}
};

const addresses: Readonly<Record<string, string>> = {
${addresses.join('\n')}
};

/** Writes that take no Idempotency-Key, since their response is a secret that is not stored. */
const once: ReadonlySet<string> = new Set(${JSON.stringify(idempotentRoutes(callable))});

export function countersign(options: Options): Caller<Operations> {
  return openCaller<Operations>({ addresses, once }, options);
}

${runtime}`;
}

/** Names of operations that have an effect each time they are called. */
export function idempotentRoutes(callable: readonly Route[]): string[] {
  return callable
    .filter((route) => keyRuleOf(route) && methodOf(route.at) !== 'GET' && !isRepeatable(route))
    .map(({ name }) => name);
}

function describedOf({ at }: Route, api: DescribedApi): Described {
  return api.paths[pathOf(at)]![methodOf(at).toLowerCase()]!;
}

function givenText(route: Route, api: DescribedApi): string {
  const { parameters = [], requestBody } = describedOf(route, api);
  const of = (place: string): string[] =>
    parameters
      .filter((one) => one.in === place)
      .map(
        ({ name, required, schema }) =>
          `${name}${required ? '' : '?'}: ${place === 'path' ? 'string' : looseText(schema)}`,
      );
  const [path, query] = [of('path'), of('query')];
  const needed = parameters.some((one) => one.in === 'query' && one.required);
  const parts = [
    ...(path.length > 0 ? [`params: { ${path.join('; ')} }`] : []),
    ...(query.length > 0 ? [`query${needed ? '' : '?'}: { ${query.join('; ')} }`] : []),
    ...(requestBody ? [bodyText(requestBody)] : []),
    ...(isRepeatable(route) ? ['idempotencyKey?: string'] : []),
  ];
  return `{ ${parts.join('; ')} }`;
}

/** Query parameters are text, so numbers and booleans may also be given as text. */
function looseText(schema: TypedSchema): string {
  const text = typeText(schema);
  return text === 'string' ? 'string | number | boolean' : text;
}

function bodyText({ required, content }: { required: boolean; content: Content }): string {
  const json = content['application/json']?.schema;
  if (json) return `body${required ? '' : '?'}: ${typeText(json)}`;
  const { file: _file, ...texts } = content['multipart/form-data']?.schema?.properties ?? {};
  const parts = Object.entries(texts).map(([name, part]) => `${name}?: ${typeText(part)}`);
  return `form: { ${['file: Blob', 'fileName: string', ...parts].join('; ')} }`;
}

function answerText(route: Route, api: DescribedApi): string {
  const kinds = Object.entries(describedOf(route, api).responses)
    .filter(([status]) => /^2/.test(status))
    .map(([, { content = {} }]) => {
      const [first] = Object.entries(content);
      if (!first) return 'undefined';
      return first[0] === 'application/json' && first[1].schema ? typeText(first[1].schema) : 'Blob';
    });
  return [...new Set(kinds)].join(' | ');
}
