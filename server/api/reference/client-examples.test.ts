import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { keyRuleOf } from '#contract/access.ts';
import { fillIn, methodOf } from '#contract/paths.ts';
import type { Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { missingTools } from '#testing/judges/run-tool.ts';
import { runProgram } from '#testing/run-program.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { describeRoutes } from '../../foundation/http/describe-api.ts';
import { pythonExample, typescriptExample } from './client-examples.ts';
import type { DescribedApi } from './client-operations.ts';
import { clientSource } from './client-source.ts';
import { exampleCall } from './example-call.ts';
import { phpExample, phpFunction } from './php-example.ts';
import { pythonSource } from './python-source.ts';

const table = routes as Readonly<Record<string, Route>>;
const callable = Object.values(table).filter(keyRuleOf);
const api = describeRoutes() as DescribedApi;

/** The requests that the examples must make, as `exampleCall` describes them. */
const wanted = callable.map((route) => {
  const { params, query, body, form } = exampleCall(route);
  return {
    method: methodOf(route.at),
    target: fillIn(route.at, { params, query }),
    body: body ?? null,
    parts: form ? [...Object.keys(form), 'file'].toSorted() : null,
  };
});

const typescript = `
import { countersign } from './countersign.ts';

const sent: unknown[] = [];
const send = async (target: URL | RequestInfo, { method, body }: RequestInit = {}) => {
  const url = new URL(String(target));
  sent.push({
    method,
    target: url.pathname + url.search,
    body: typeof body === 'string' ? JSON.parse(body) : null,
    parts: body instanceof FormData ? [...body.keys()].sort() : null,
  });
  return new Response('[]', { headers: { 'content-type': 'application/json' } });
};
const { call } = countersign({ url: 'http://sign.example', key: 'csk', fetch: send });
const file = new Blob(['%PDF']);
${callable.map(typescriptExample).join('\n')}
console.log(JSON.stringify(sent));
`;

const python = `
import json, re
import countersign

sent = []

class Recorder(countersign.Countersign):
    def _send(self, request):
        kind = request.get_header("Content-type") or ""
        parts = re.findall(r'form-data; name="(\\w+)"', request.data.decode()) if "form-data" in kind else None
        sent.append({
            "method": request.get_method(),
            "target": request.full_url[len("http://sign.example"):],
            "body": json.loads(request.data) if "json" in kind else None,
            "parts": parts and sorted(parts),
        })
        return 200, {"content-type": "application/json"}, b"[]"

client = Recorder("http://sign.example", "csk")
file = b"%PDF"
${callable.map(pythonExample).join('\n')}
print(json.dumps(sent))
`;

/** In a namespace, where our functions and classes take precedence over PHP's own. */
const php = `<?php
namespace examples;

class CURLFile { public function __construct(string $name) {} }
class stdClass {}
$sent = [];
function request($method, $path, $json = null, $form = null) {
    global $sent;
    $keys = $form === null ? null : array_keys($form);
    if ($keys) sort($keys);
    $sent[] = ['method' => $method, 'target' => $path, 'body' => $json, 'parts' => $keys];
}
${callable.map(phpExample).join('\n')}
echo json_encode($sent);
`;

/** Checks that every annotation names an existing type, and that the syntax works in Python 3.9. */
const soundness = `
import ast, inspect, typing
import countersign

ast.parse(open("countersign.py").read(), feature_version=(3, 9))
classes = [one for _, one in inspect.getmembers(countersign, inspect.isclass) if one.__module__ == "countersign"]
for one in classes:
    typing.get_type_hints(one)
for _, method in inspect.getmembers(countersign.Countersign, inspect.isfunction):
    typing.get_type_hints(method)
print(len(classes) > 100)
`;

let folder: string;
beforeAll(async () => {
  folder = temporaryFolder();
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'countersign.ts'), clientSource(table, api));
  await writeFile(join(folder, 'countersign.py'), pythonSource(table, api));
});

async function run(program: string, ...words: string[]): Promise<string> {
  const { stdout, stderr } = await runProgram(program, words, { cwd: folder });
  return stdout === '' ? stderr : stdout;
}

test('each TypeScript example compiles and sends the described request', async () => {
  await writeFile(join(folder, 'examples.ts'), typescript);
  const compiler = fileURLToPath(new URL('../../../node_modules/typescript-7/bin/tsc', import.meta.url));
  const strict = '--strict --noEmit --target es2024 --module nodenext --allowImportingTsExtensions';
  const lib = '--lib es2024,dom,dom.iterable,dom.asynciterable';
  const types = await run(process.execPath, compiler, ...`${strict} ${lib} examples.ts`.split(' '));
  expect(types).toBe('');
  expect(JSON.parse(await run(process.execPath, 'examples.ts'))).toEqual(wanted);
}, 300_000);

// Skipped without Python. `npm test` reports what is missing.
const withPython = missingTools('python3').length === 0;

test.runIf(withPython)('each Python example sends the described request', async () => {
  await writeFile(join(folder, 'examples.py'), python);
  expect(JSON.parse(await run('python3', 'examples.py'))).toEqual(wanted);
});

test.runIf(withPython)('the Python client works in Python 3.9 with correct annotations', async () => {
  expect(await run('python3', '-c', soundness)).toBe('True\n');
});

// Skipped without PHP.
test.runIf(missingTools('php').length === 0)('each PHP example sends the described request', async () => {
  await writeFile(join(folder, 'examples.php'), php);
  expect(JSON.parse(await run('php', 'examples.php'))).toEqual(wanted);
  await writeFile(join(folder, 'function.php'), phpFunction);
  expect(await run('php', '-l', 'function.php')).toContain('No syntax errors');
});
