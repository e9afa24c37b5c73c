import { readFileSync } from 'node:fs';
import type { Route } from '#contract/route.ts';
import {
  clientOperations,
  type ClientOperation,
  type DescribedApi,
  type Parameter,
} from './client-operations.ts';
import { typeText } from './type-text.ts';

/**
 * Generates the client as a single TypeScript file without dependencies. It contains the types of every
 * operation that a program may call, taken from the OpenAPI file and therefore from the route table, and the
 * code that calls them.
 */
export function clientSource(routes: Readonly<Record<string, Route>>, api: DescribedApi): string {
  const callable = clientOperations(routes, api);
  const runtime = readFileSync(new URL('client-runtime.ts', import.meta.url), 'utf8');
  const named = Object.entries(api.components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeText(schema)};`,
  );
  const operations = callable.map(
    (one) =>
      `  /** ${one.summary}. */\n  ${one.name}: { given: ${givenText(one)}; answer: ${answerText(one)} };`,
  );
  const addresses = callable.map(({ name, method, path }) => `  ${name}: '${method} ${path}',`);
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
const once: ReadonlySet<string> = new Set(${JSON.stringify(unrepeatable(callable))});

export function countersign(options: Options): Caller<Operations> {
  return openCaller<Operations>({ addresses, once }, options);
}

${runtime}`;
}

/** Returns the names of operations that have an additional effect each time they are called. */
export function unrepeatable(operations: readonly ClientOperation[]): string[] {
  return operations.filter((one) => one.method !== 'GET' && !one.repeatable).map(({ name }) => name);
}

function givenText({ params, query, body, form, repeatable }: ClientOperation): string {
  const parts = [
    ...(params.length > 0 ? [`params: { ${params.map(({ name }) => `${name}: string`).join('; ')} }`] : []),
    ...(query.length > 0 ? [`query${mark(query.some(isRequired))}: { ${textsOf(query, looseText)} }`] : []),
    ...(body ? [`body${mark(body.required)}: ${typeText(body.schema)}`] : []),
    ...(form ? [`form: { file: Blob; fileName: string; ${textsOf(form, typeText)} }`] : []),
    ...(repeatable ? ['idempotencyKey?: string'] : []),
  ];
  return `{ ${parts.join('; ')} }`;
}

const isRequired = ({ required }: Parameter): boolean => required;
const mark = (required: boolean): string => (required ? '' : '?');

function textsOf(parameters: readonly Parameter[], textOf: (schema: Parameter['schema']) => string): string {
  return parameters
    .map(({ name, required, schema }) => `${name}${mark(required)}: ${textOf(schema)}`)
    .join('; ');
}

/** Query parameters are text, so numbers and booleans may also be given as text. */
function looseText(schema: Parameter['schema']): string {
  const text = typeText(schema);
  return text === 'string' ? 'string | number | boolean' : text;
}

function answerText({ answers }: ClientOperation): string {
  const kinds = answers.map((answer) => {
    if (answer === 'nothing') return 'undefined';
    return answer === 'file' ? 'Blob' : typeText(answer);
  });
  return [...new Set(kinds)].join(' | ');
}
