import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testKind, webhookKinds } from '#core/webhook/events.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import * as paths from '#contract/paths.ts';
import type { Address } from '#contract/paths.ts';
import { routes } from '#contract/routes.ts';
import { describeRoutes } from '#server/foundation/http/describe-api.ts';
import { addressesOutside, answersCast } from './checks/addresses-outside.ts';
import { listPaths } from './checks/list-paths.ts';

const root = join(import.meta.dirname, '..');
const known = Object.values(paths).flatMap((group) =>
  typeof group === 'object' ? (Object.values(group) as Address[]) : [],
);
const listed = execFileSync('git', ['ls-files', 'core', 'server', 'web'], { cwd: root, encoding: 'utf8' });
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const sources = listed
  .split('\n')
  .filter((name) => /\.tsx?$/.test(name) && !/\.(test|suite)\.tsx?$/.test(name))
  .filter((name) => existsSync(join(root, name)));

describe('route paths', () => {
  test('contract/paths.ts lists the addresses of all rows (`npm run paths` writes it)', async () => {
    const listed = join(root, 'contract/paths.ts');
    expect(readFileSync(listed, 'utf8')).toBe(await listPaths(listed));
    expect(known.toSorted()).toEqual(
      Object.values(routes)
        .map(({ at }) => at)
        .toSorted(),
    );
  });

  test('every route has its own address', () => {
    expect(new Set(known).size).toBe(known.length);
  });

  test('addresses are written only in contract/', () => {
    const found = sources.flatMap((name) =>
      addressesOutside(read(name), known).map((text) => `${name}: ${text}`),
    );
    expect(found).toEqual([]);
    expect(sources.length).toBeGreaterThan(500);
  });

  test.each([
    ["fetch('/api/contacts')", '/api/contacts'],
    ['load(`/api/contacts/${id}`)', '/api/contacts/'],
    ['<a href="/api/contacts/export">', '/api/contacts/export'],
    ["'/api/sign' + token", '/api/sign'],
    ['<form action="/login/reset">', '/login/reset'],
  ])('an address is found in %s', (source, text) => {
    expect(addressesOutside(source, known)).toEqual([text]);
  });

  test.each(["<Link to='/contacts'>", "from '/api-docs'", '// GET /api/contacts answers'])(
    'an address is not confused with %s',
    (source) => expect(addressesOutside(source, known)).toEqual([]),
  );
});

describe('a response in the client', () => {
  test('a response has the type of the requested address, and is never cast', () => {
    const typed = ['web/api/transport/call.ts', 'web/api/files/send-form.ts'];
    const web = sources.filter((name) => name.startsWith('web/') && !typed.includes(name));
    const found = web.flatMap((name) => answersCast(read(name)).map((text) => `${name}: ${text}`));
    expect(found).toEqual([]);
  });

  test.each(['(await response.json()) as Lease', "change<Lease>('POST', path)"])(
    'a cast response is found in %s',
    (source) => expect(answersCast(source)).toHaveLength(1),
  );
});

describe('the OpenAPI file', () => {
  const described = describeRoutes();

  test('the file is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(described));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  test('the file contains every route', () => {
    const operations = Object.values(described['paths'] as object).flatMap((path) =>
      Object.values(path as object),
    );
    expect(operations).toHaveLength(known.length);
  });

  test('the file describes every webhook', () => {
    const webhooks = described['webhooks'] as Record<string, { post: { summary: string } }>;
    expect(Object.keys(webhooks).toSorted()).toEqual([...webhookKinds, testKind].toSorted());
    expect(Object.values(webhooks).every(({ post }) => post.summary !== '')).toBe(true);
  });

  test('the validator reports a response without a description', async () => {
    const faulty = structuredClone(described) as { paths: Record<string, { get?: { responses: object } }> };
    faulty.paths['/api/contacts']!.get!.responses = { 200: {} };
    expect((await new Validator().validate(faulty)).valid).toBe(false);
  });
});
