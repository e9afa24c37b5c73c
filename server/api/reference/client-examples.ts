import type { Route } from '#contract/route.ts';
import { exampleCall } from './example-call.ts';
import { pythonName } from './python-source.ts';
import { pythonLiteral } from './python-types.ts';

/** Returns the call of a route with the TypeScript client. A test runs each one. */
export function typescriptExample(route: Route): string {
  const { params, query, body, form } = exampleCall(route);
  const given = [
    ...(Object.keys(params).length > 0 ? [`params: ${objectText(params)}`] : []),
    ...(Object.keys(query).length > 0 ? [`query: ${objectText(query)}`] : []),
    ...(body === undefined ? [] : [`body: ${objectText(body)}`]),
    ...(form ? [`form: ${['{ file', `fileName: 'lease.pdf'`, ...textParts(form)].join(', ')} }`] : []),
  ];
  const last = given.length > 0 ? `, {\n  ${given.join(',\n  ')},\n}` : '';
  return `await call('${route.name}'${last});`;
}

const textParts = (form: Readonly<Record<string, string>>): string[] =>
  Object.entries(form).map(([name, text]) => `${name}: ${objectText(text)}`);

/** Returns a JSON value as TypeScript, with plain names as keys and single quotes. */
function objectText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(objectText).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(
      ([key, part]) => `${/^[a-z]\w*$/i.test(key) ? key : objectText(key)}: ${objectText(part)}`,
    );
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
  }
  if (typeof value !== 'string') return JSON.stringify(value);
  const inside = JSON.stringify(value)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"');
  return `'${inside.replaceAll("'", String.raw`\'`)}'`;
}

/** Returns the call of a route with the Python client. A test runs each one. */
export function pythonExample(route: Route): string {
  const { params, query, body, form } = exampleCall(route);
  const given = [
    ...Object.values(params).map(pythonLiteral),
    ...(form ? ['file', '"lease.pdf"'] : []),
    ...(body === undefined ? [] : [pythonLiteral(body)]),
    ...Object.entries({ ...form, ...query }).map(
      ([name, value]) => `${pythonName(name)}=${pythonLiteral(value)}`,
    ),
  ];
  const inLines = given.length > 0 ? `\n    ${given.join(',\n    ')},\n` : '';
  return `client.${pythonName(route.name)}(${inLines})`;
}
