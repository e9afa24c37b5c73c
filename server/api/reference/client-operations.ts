import { keyRuleOf } from '#contract/access.ts';
import { isRepeatable } from '#contract/implied.ts';
import { methodOf, pathOf } from '#contract/paths.ts';
import type { Route } from '#contract/route.ts';
import type { TypedSchema } from './type-text.ts';

type Content = Record<string, { schema?: TypedSchema }>;
type Described = {
  parameters?: { name: string; in: string; required: boolean; schema: TypedSchema }[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
};
/** The part of the OpenAPI file that the clients are generated from. */
export type DescribedApi = {
  info: { version: string };
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, TypedSchema> };
};

export type Parameter = { name: string; required: boolean; schema: TypedSchema };

/** An operation that a program may call, independent of the client's language. */
export type ClientOperation = {
  name: string;
  summary: string;
  method: string;
  path: string;
  params: Parameter[];
  query: Parameter[];
  body?: { required: boolean; schema: TypedSchema };
  /** Text parts of a form that also has a file. */
  form?: Parameter[];
  /** Possible bodies of a successful response. */
  answers: (TypedSchema | 'file' | 'nothing')[];
  /** True if the operation returns a list in pages, with a cursor. */
  paged: boolean;
  /** True if the operation accepts an Idempotency-Key. */
  repeatable: boolean;
};

/** Lists the operations that a program may call. */
export function clientOperations(
  routes: Readonly<Record<string, Route>>,
  api: DescribedApi,
): ClientOperation[] {
  return Object.values(routes)
    .filter(keyRuleOf)
    .map((route) => {
      const { name, summary, at, headers = [] } = route;
      const { parameters = [], requestBody, responses } = describedOf(route, api);
      const query = parameters.filter((one) => one.in === 'query');
      return {
        ...{ name, summary, method: methodOf(at), path: pathOf(at), query },
        params: parameters.filter((one) => one.in === 'path'),
        ...(requestBody && bodyOf(requestBody)),
        answers: answersOf(responses),
        paged: headers.includes('link') && query.some((one) => one.name === 'cursor'),
        repeatable: isRepeatable(route),
      };
    });
}

function describedOf({ at }: Route, api: DescribedApi): Described {
  return api.paths[pathOf(at)]![methodOf(at).toLowerCase()]!;
}

function bodyOf({ required, content }: { required: boolean; content: Content }) {
  const json = content['application/json']?.schema;
  if (json) return { body: { required, schema: json } };
  const { properties = {}, required: needed = [] } = content['multipart/form-data']?.schema ?? {};
  const texts = Object.entries(properties).filter(([name]) => name !== 'file');
  return { form: texts.map(([name, schema]) => ({ name, required: needed.includes(name), schema })) };
}

function answersOf(responses: Described['responses']): ClientOperation['answers'] {
  return Object.entries(responses)
    .filter(([status]) => /^2/.test(status))
    .flatMap(([, { content = {} }]): ClientOperation['answers'] => {
      const kinds = Object.entries(content).map(([type, { schema }]) =>
        type === 'application/json' && schema ? schema : ('file' as const),
      );
      return kinds.length > 0 ? kinds : ['nothing'];
    });
}
