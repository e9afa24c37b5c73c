import { readFileSync } from 'node:fs';
import type { Route } from '#contract/route.ts';
import {
  clientOperations,
  type ClientOperation,
  type DescribedApi,
  type Parameter,
} from './client-operations.ts';
import { capitalized, createPythonTypes, type PythonTypes } from './python-types.ts';

/**
 * Generates the Python client as a single module that uses only the standard library. It has a method for
 * every operation that a program may call, and typed dictionaries for requests and responses.
 */
export function pythonSource(routes: Readonly<Record<string, Route>>, api: DescribedApi): string {
  const types = createPythonTypes();
  for (const [name, schema] of Object.entries(api.components.schemas)) types.add(name, schema);
  const methods = clientOperations(routes, api).flatMap((operation) => methodsOf(operation, types));
  const runtime = readFileSync(new URL('client-runtime.py', import.meta.url), 'utf8');
  return `"""The client of Countersign ${api.info.version}, generated from its routes.

It needs Python 3.9 or newer and nothing else: install the package, or copy this file into your project.

    client = Countersign("https://sign.example.com", os.environ["COUNTERSIGN_KEY"])
    client.send_template(template, {"recipients": [{"email": "grace@example.com"}]})
"""

${runtime}

class Countersign(Caller):
    """Calls the API with a key. Each change gets an Idempotency-Key, so that retries execute it once."""

${methods.join('\n\n')}


${types.definitions()}
`;
}

const reserved = new Set(['from', 'is', 'in', 'for', 'class', 'import', 'global', 'pass', 'with']);

/**
 * Returns the Python name: `sendTemplate` becomes `send_template`, and a reserved name gets an underscore.
 */
export function pythonName(name: string): string {
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return reserved.has(snake) ? `${snake}_` : snake;
}

function methodsOf(operation: ClientOperation, types: PythonTypes): string[] {
  const single = callMethod(operation, types);
  return operation.paged ? [single, rowsMethod(operation, types)] : [single];
}

function callMethod(operation: ClientOperation, types: PythonTypes): string {
  const { name, summary, body, form = [], query, repeatable } = operation;
  const bodyType = body && types.typeOf(body.schema, `${capitalized(name)}Body`);
  const positional = [
    ...operation.params.map((one) => `${pythonName(one.name)}: str`),
    ...(operation.form ? ['file: bytes', 'file_name: str'] : []),
    ...(body ? [body.required ? `body: ${bodyType}` : `body: Optional[${bodyType}] = None`] : []),
  ];
  const named = [
    ...form.map((one) => keyword(one, types.typeOf(one.schema, capitalized(name)))),
    ...query.map((one) => keyword(one, looseType(one, types, name))),
    ...(repeatable ? ['idempotency_key: Optional[str] = None'] : []),
  ];
  const given = [
    ...addressOf(operation),
    ...(body ? ['body=body'] : []),
    ...(operation.form ? [`form=(file, file_name, ${dictionary(form)})`] : []),
    ...(repeatable ? ['repeatable=True', 'idempotency_key=idempotency_key'] : []),
  ];
  return `    def ${pythonName(name)}(${signature(positional, named)}) -> ${answerType(operation, types)}:
        """${summary}."""
        return self._call(${given.join(', ')})`;
}

/** Returns a method that iterates over all rows of a list. */
function rowsMethod(operation: ClientOperation, types: PythonTypes): string {
  const query = operation.query.filter(({ name }) => name !== 'cursor');
  const name = pythonName(operation.name).replace(/^list_/, 'list_all_');
  const positional = operation.params.map((one) => `${pythonName(one.name)}: str`);
  const named = query.map((one) => keyword(one, looseType(one, types, operation.name)));
  const row = /^List\[(.+)\]$/.exec(answerType(operation, types))?.[1] ?? 'Any';
  return `    def ${name}(${signature(positional, named)}) -> Iterator[${row}]:
        """${operation.summary}. Iterates over the rows of all pages."""
        return self._rows(${addressOf({ ...operation, query }).join(', ')})`;
}

function signature(positional: readonly string[], named: readonly string[]): string {
  return ['self', ...positional, ...(named.length > 0 ? ['*', ...named] : [])].join(', ');
}

/**
 * Returns a keyword parameter, because optional parameters may precede required ones only if they are passed
 * by name.
 */
function keyword({ name, required }: Parameter, type: string): string {
  return required ? `${pythonName(name)}: ${type}` : `${pythonName(name)}: Optional[${type}] = None`;
}

/** Query parameters are text, so numbers and booleans may also be given as text. */
function looseType({ name, schema }: Parameter, types: PythonTypes, operation: string): string {
  const type = types.typeOf(schema, `${capitalized(operation)}${capitalized(name)}`);
  return type === 'str' ? 'Union[str, int, float, bool]' : type;
}

function addressOf({ method, path, params, query }: ClientOperation): string[] {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{quoted(${pythonName(name)})}`);
  return [
    `"${method}"`,
    `${params.length > 0 ? 'f' : ''}"${filled}"`,
    ...(query.length > 0 ? [`query=${dictionary(query)}`] : []),
  ];
}

function dictionary(parameters: readonly Parameter[]): string {
  return `{${parameters.map(({ name }) => `"${name}": ${pythonName(name)}`).join(', ')}}`;
}

function answerType({ name, answers }: ClientOperation, types: PythonTypes): string {
  const kinds = answers.map((answer) => {
    if (answer === 'nothing') return 'None';
    return answer === 'file' ? 'bytes' : types.typeOf(answer, `${capitalized(name)}Answer`);
  });
  const all = [...new Set(kinds)];
  return all.length === 1 ? all[0]! : `Union[${all.join(', ')}]`;
}
