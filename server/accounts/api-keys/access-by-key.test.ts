import { beforeAll, expect, test } from 'vitest';
import { keyRuleOf } from '#contract/access.ts';
import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import { methodOf, pathOf } from '#contract/paths.ts';
import type { Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { scopes, type Scope } from '#core/permission/scope.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

/** The access matrix for API keys: every member route and every type of key. */
const ofMembers = (Object.values(routes) as Route[]).filter(({ permission }) => permission !== undefined);

let office: Office;
let ada: Desk;
beforeAll(async () => {
  office = await openOffice(await openOneDatabase(), { working: false });
  ada = await office.desk();
}, 60_000);

async function make(mode: 'live' | 'test', of: readonly Scope[]): Promise<NewKeyAnswer> {
  const body = { name: mode, mode, scopes: of };
  return (await ada.post<NewKeyAnswer>('/api/keys', body)).body;
}

async function codeOf(route: Route, secret: string): Promise<unknown> {
  const path = pathOf(route.at).replaceAll(/\{\w+\}/g, '0195550a-0000-7000-8000-00000000000a');
  const send = { method: methodOf(route.at) as 'POST' };
  return (await ada.program(secret).ask(path, send)).body['code'];
}

test('each route requires its scope, and routes for people accept no key', async () => {
  const { secret } = await make('live', ['audit:read']);
  const mismatches: unknown[] = [];
  for (const route of ofMembers) {
    const rule = keyRuleOf(route);
    if (rule?.scope === 'any' || rule?.scope === 'audit:read') continue;
    const code = await codeOf(route, secret);
    if (code !== (rule ? 'insufficient-scope' : 'key-not-allowed')) mismatches.push([route.name, code]);
  }
  expect(mismatches).toEqual([]);
  expect(ofMembers.filter((route) => route.apiKey && !keyRuleOf(route))).toEqual([]);
});

test('a test key with every scope is refused on routes with real effects', async () => {
  const { secret } = await make('test', scopes);
  const mismatches: unknown[] = [];
  for (const route of ofMembers) {
    const rule = keyRuleOf(route);
    if (!rule || rule.test) continue;
    const code = await codeOf(route, secret);
    if (code !== 'live-key-required') mismatches.push([route.name, code]);
  }
  expect(mismatches).toEqual([]);
});

test('a revoked key is invalid on every route', async () => {
  const { key, secret } = await make('live', scopes);
  await ada.delete(`/api/keys/${key.id}`);
  const mismatches: unknown[] = [];
  for (const route of ofMembers) {
    const code = await codeOf(route, secret);
    if (code !== 'key-invalid') mismatches.push([route.name, code]);
  }
  expect(mismatches).toEqual([]);
});

test('a key with only template scopes cannot turn a document into a template, because that reads the document', async () => {
  const lease = await ada.upload(sampleLease(1));
  const ofTemplates = ['templates:read', 'templates:write'] as const;
  const words = { name: 'Lease', description: 'For a year' };
  const template = async (of: readonly Scope[], body: object) =>
    ada.program((await make('live', of)).secret).post('/api/templates', { ...words, ...body });
  const ofLease = { documentId: lease.body.id };
  expect(await template(ofTemplates, ofLease)).toMatchObject({
    status: 403,
    body: { code: 'insufficient-scope', parameters: { scope: 'documents:read' } },
  });
  expect((await template(ofTemplates, {})).status).toBe(201);
  expect((await template([...ofTemplates, 'documents:read'], ofLease)).status).toBe(201);
});
