import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import { keyRuleOf } from '#contract/access.ts';
import type { Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { scopes } from '#core/permission/scope.ts';
import { grace } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice } from '#testing/open-office.ts';
import { runProgram } from '#testing/run-program.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { buildClients } from './build-clients.ts';

let folder: string;
beforeAll(async () => {
  folder = temporaryFolder();
  await buildClients(folder);
}, 240_000);

test.each(['typescript', 'react', 'n8n'])(
  'the package %s contains every file that it names',
  async (name) => {
    const packed = await runProgram('npm', ['pack', '--dry-run', '--json', '--offline'], {
      cwd: join(folder, name),
    });
    const [{ files, version }] = JSON.parse(packed.stdout) as [
      { files: { path: string }[]; version: string },
    ];
    const paths = files.map(({ path }) => path);
    const manifest = JSON.parse(await readFile(join(folder, name, 'package.json'), 'utf8')) as {
      exports?: { '.': Record<string, string> };
      bin?: Record<string, string>;
      n8n?: { nodes: string[]; credentials: string[] };
    };
    const { exports, bin = {}, n8n } = manifest;
    const entries = [...Object.values(exports?.['.'] ?? {}), ...Object.values(bin)].map((path) =>
      path.slice(2),
    );
    const named = [...entries, ...(n8n?.nodes ?? []), ...(n8n?.credentials ?? [])];
    expect(named.length).toBeGreaterThan(1);
    expect(paths).toEqual(expect.arrayContaining([...named, 'README.md', 'LICENSE', 'package.json']));
    const root = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as object;
    expect(root).toMatchObject({ version });
  },
);

test('the Python package contains a typed module, and has the version of the product', async () => {
  const manifest = await readFile(join(folder, 'python/pyproject.toml'), 'utf8');
  expect(manifest).not.toContain('0.0.0');
  expect(await readFile(join(folder, 'python/countersign/py.typed'), 'utf8')).toBe('');
});

describe('the n8n package', () => {
  const load = <Class>(file: string, name: string): Class => {
    const loaded = createRequire(import.meta.url)(join(folder, 'n8n', file)) as Record<
      string,
      new () => Class
    >;
    return new loaded[name]!();
  };

  test('calls only API operations that a key may use', () => {
    type Option = { routing: { request: { method: string; url: string } } };
    const { description } = load<{ description: { properties: { options?: Option[] }[] } }>(
      'Countersign.node.js',
      'Countersign',
    );
    const called = description.properties[0]!.options!.map(({ routing: { request } }) => {
      const path = request.url.replace(/^=/, '').replaceAll(/\{\{\$parameter\["\w+"\]\}\}/g, '{id}');
      return `${request.method} ${path}`;
    });
    const callable = Object.values(routes as Readonly<Record<string, Route>>).filter(keyRuleOf);
    expect(called).toHaveLength(6);
    expect(callable.map(({ at }) => at)).toEqual(expect.arrayContaining(called));
  });

  test('names files, returns each list element as an item, and reports a refusal with the server’s sentence', async () => {
    type Read = (this: object, items: unknown, response: object) => Promise<object[]>;
    type Option = { value: string; routing: { output: { postReceive: [Read] } } };
    const { description } = load<{ description: { properties: { options?: Option[] }[] } }>(
      'Countersign.node.js',
      'Countersign',
    );
    const options = description.properties[0]!.options!;
    const read = (value: string) => options.find((one) => one.value === value)!.routing.output.postReceive[0];
    const node = {
      getNodeParameter: () => 'd1',
      helpers: { prepareBinaryData: async (...parameters: unknown[]) => parameters },
    };
    const bytes = Buffer.from('%PDF-1.7');
    const headers = {
      'content-disposition': `attachment; filename="a.pdf"; filename*=UTF-8''L%C3%A9ase.pdf`,
    };
    const file = { statusCode: 200, headers, body: bytes };
    expect(await read('download').call(node, [], file)).toEqual([
      { json: { document: 'd1' }, binary: { data: [bytes, 'Léase.pdf', 'application/pdf'] } },
    ]);
    const list = { statusCode: 200, headers: {}, body: [{ id: 1 }, { id: 2 }] };
    expect(await read('list').call(node, [], list)).toEqual([{ json: { id: 1 } }, { json: { id: 2 } }]);
    const problem = { detail: 'This template has no field with the label “Nope”.' };
    for (const { value } of options)
      for (const body of [problem, JSON.stringify(problem), Buffer.from(JSON.stringify(problem))])
        await expect(read(value).call(node, [], { statusCode: 422, headers: {}, body })).rejects.toThrow(
          problem.detail,
        );
    const proxy = { statusCode: 502, headers: {}, body: '<html>' };
    await expect(read('get').call(node, [], proxy)).rejects.toThrow('status 502');
  });

  test('starts a workflow once for each new event of the wanted kinds', async () => {
    const office = await openOffice(await openOneDatabase());
    const ada = await office.desk();
    await office.product.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = office.product.app.server.address() as AddressInfo;
    const key = await ada.post<NewKeyAnswer>('/api/keys', { name: 'n8n', mode: 'live', scopes });
    const state = {};
    const node = {
      getNodeParameter: () => 'document.sent, document.completed',
      getCredentials: async () => ({ url: `http://127.0.0.1:${port}` }),
      getWorkflowStaticData: () => state,
      helpers: {
        async httpRequestWithAuthentication(
          _: string,
          request: { baseURL: string; url: string; qs: Record<string, string> },
        ) {
          const query = new URLSearchParams(request.qs);
          const headers = { authorization: `Bearer ${key.body.secret}` };
          return (await fetch(`${request.baseURL}${request.url}?${query.toString()}`, { headers })).json();
        },
      },
    };
    const trigger = load<{ poll(this: typeof node): Promise<unknown> }>(
      'CountersignTrigger.node.js',
      'CountersignTrigger',
    );
    const poll = () => trigger.poll.call(node);
    await ada.sent(sampleLease(1), [grace]);
    expect(await poll()).toBeNull();
    const { id } = await ada.signed(sampleLease(1), [grace]);
    const event = (type: string) => ({ json: { type, data: { documentId: id } } });
    expect(await poll()).toMatchObject([[event('document.sent'), event('document.completed')]]);
    expect(await poll()).toBeNull();
  });
});
