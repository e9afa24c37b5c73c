import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import type { FieldInput } from '#contract/documents/field.ts';
import { keyRuleOf } from '#contract/access.ts';
import { exampleIds, examples } from '#contract/examples.ts';
import { jsonBodyOf, type Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { refusalCodes } from '#core/refusal.ts';
import { scopes } from '#core/permission/scope.ts';
import { grace } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longRun } from '#testing/long-run.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { curlExample } from './curl-example.ts';
import { quickStart } from './quick-start.ts';

const clientStart = `
import { readFile } from 'node:fs/promises';
import { countersign, ApiRefusal } from './countersign.ts';

const { call, rows } = countersign({ url: process.env.COUNTERSIGN_URL!, key: process.env.COUNTERSIGN_KEY! });
const file = new Blob([await readFile('lease.pdf')]);
const { id } = await call('uploadDocument', { form: { file, fileName: 'lease.pdf', title: 'Lease' } });
await call('putRecipients', { params: { id }, body: [{ email: 'grace@example.com', name: 'Grace Lindqvist' }] });
const { status } = await call('sendDocument', { params: { id }, body: { message: 'Please sign.' } });
const refused = await call('sendDocument', { params: { id }, body: {} }).catch((error) => (error as ApiRefusal).code);
for (const fileName of ['a.pdf', 'b.pdf']) await call('uploadDocument', { form: { file, fileName } });
let listed = 0;
for await (const document of rows('listDocuments', { query: { limit: 2, from: new Date(0).toISOString() } }))
  listed += /^TEST: [ab]$/.test(document.title) ? 1 : 0;
console.log(JSON.stringify({ status, refused, listed }));
`;

const signatureAndRent = ([recipientId]: string[]): FieldInput[] => [
  { type: 'signature', page: 1, x: 20, y: 200, width: 150, height: 40, recipientId },
  { type: 'number', label: 'Rent', page: 1, x: 20, y: 300, width: 104, height: 26, recipientId },
];

const callable = Object.values(routes as Readonly<Record<string, Route>>).filter(keyRuleOf);

test.each(Object.entries(examples))('the example body of %s is accepted by its route', (name, example) => {
  const body = jsonBodyOf((routes as Readonly<Record<string, Route>>)[name]!);
  expect(body?.safeParse(example).error).toBeUndefined();
  expect(body).toBeDefined();
});

describe('the API reference', () => {
  let office: Office;
  let ada: Desk;
  let folder: string;
  let url: string;
  beforeAll(async () => {
    office = await openOffice(await openOneDatabase());
    ada = await office.desk();
    folder = temporaryFolder();
    await writeFile(join(folder, 'lease.pdf'), sampleLease(1));
    await office.product.app.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(office.product.app.server.address() as AddressInfo).port}`;
  }, 60_000);

  const key = async (mode: 'live' | 'test'): Promise<string> => {
    const body = { name: 'Quick start', mode, scopes };
    return (await ada.post<NewKeyAnswer>('/api/keys', body)).body.secret;
  };
  const shell = async (script: string, secret: string): Promise<string> => {
    const env = { ...process.env, COUNTERSIGN_URL: url, COUNTERSIGN_KEY: secret };
    return (await promisify(execFile)('bash', ['-c', script], { cwd: folder, env })).stdout;
  };

  test('lists every route that programs can call, every scope and every refusal', async () => {
    const page = await office.product.app.inject({ url: '/developers' });
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    for (const { name } of callable) expect(page.body).toContain(`<article id="${name}">`);
    for (const scope of scopes) expect(page.body).toContain(`<code>${scope}</code>`);
    for (const code of refusalCodes) expect(page.body).toContain(`id="error-${code}"`);
    const links = [...page.body.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id);
    for (const id of new Set(links)) expect(page.body).toContain(`id="${id}"`);
  });

  test('a text file is sent compressed, and only again after it has changed', async () => {
    const { app } = office.product;
    const headers = { 'accept-encoding': 'gzip, deflate, br' };
    for (const url of ['/developers', '/developers/countersign.ts', '/plain.css']) {
      const first = await app.inject({ url, headers });
      expect(first.headers, url).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
      const plain = await app.inject({ url });
      expect(brotliDecompressSync(first.rawPayload).toString()).toBe(plain.body);
      expect(first.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
      const known = { ...headers, 'if-none-match': String(first.headers['etag']) };
      expect((await app.inject({ url, headers: known })).statusCode).toBe(304);
    }
  });

  test('the quick start, run as printed, sends a document from a shell', async () => {
    const script = quickStart
      .split('\n')
      .filter((line) => !line.startsWith('export '))
      .join('\n');
    const answer = await shell(script, await key('test'));
    await office.settled();
    expect(answer).toMatch(/"title":"TEST: Lease","status":"sent"/);
    const signer = ada.signer('grace@example.com');
    expect((await signer.sign()).status).toBe(200);
  });

  test('the client is a single TypeScript file whose quick start sends a document', async () => {
    const source = (await office.product.app.inject({ url: '/developers/countersign.ts' })).body;
    await writeFile(join(folder, 'countersign.ts'), source);
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(join(folder, 'start.ts'), clientStart);
    const out = await shell(`"${process.execPath}" start.ts`, await key('test'));
    expect(JSON.parse(out)).toEqual({ status: 'sent', refused: 'document-already-sent', listed: 2 });
  }, 60_000);

  test(`a server accepts ${longRun ? 'each command' : 'the commands that send in one request'} of the reference unchanged`, async () => {
    const wrong = [];
    await ada.ask('/api/embedding/origins', {
      method: 'POST',
      body: { origin: 'https://app.example.com' },
    });
    const secret = await key('live');
    // This command is excluded, because the test has not uploaded an attachment.
    const commands = callable.filter(({ name }) =>
      longRun ? name !== 'readAttachment' : ['sendTemplate', 'sendFile'].includes(name),
    );
    for (const route of commands) {
      const made = await furnish();
      const command = withIds(curlExample(route), made);
      const out = await shell(`${command.replace(/^curl/, 'curl -sS -o answer -w "%{http_code}"')}`, secret);
      const response = await shell('head -c 300 answer', secret);
      const fine = /^2/.test(out) || (/^409$/.test(out) && !response.includes('request-malformed'));
      if (!fine) wrong.push(`${route.name}: ${out} ${response}`);
      await ada.delete(`/api/webhooks/${made.webhook}`);
      office.wait(1000);
    }
    expect(wrong).toEqual([]);
  }, 300_000);

  type Made = Record<keyof typeof exampleIds, string> & { sent: string; recipientSent: string };

  async function furnish(): Promise<Made> {
    const draft = await ada.prepare(sampleLease(1), [{ ...grace, role: 'signer' }], signatureAndRent);
    const sent = await ada.prepare(sampleLease(1), [{ ...grace, role: 'signer' }]);
    await ada.send(sent.id);
    const body = { name: 'Lease', description: 'A lease', category: 'Legal', documentId: draft.id };
    const template = await ada.post<{ id: string; roles: { id: string }[] }>('/api/templates', body);
    const leases = await ada.ask<{ id: string }>('/api/folders', {
      method: 'POST',
      body: { name: `Leases ${draft.id}` },
    });
    const contact = await ada.ask<{ id: string }>('/api/contacts', {
      method: 'POST',
      body: { email: `${draft.id}@example.com` },
    });
    const csv = 'Signer 1 name,Signer 1 email\nGrace Lindqvist,grace@harbour.example\n';
    const bulk = { id: draft.id, csv, fileName: 'tenants.csv' };
    await ada.post(`/api/templates/${template.body.id}/bulk`, bulk);
    const proposed = { act: 'send', documentId: draft.id };
    const proposal = await ada.post<{ id: string }>('/api/proposals', proposed);
    const endpoint = { url: 'https://93.184.216.34/hook', kinds: ['document.created'] };
    const hook = await ada.post<{ webhook: { id: string } }>('/api/webhooks', endpoint);
    const webhook = hook.body.webhook.id;
    const ping = await ada.post<{ id: string }>(`/api/webhooks/${webhook}/test`);
    return {
      bulk: draft.id,
      contact: contact.body.id,
      webhook,
      delivery: ping.body.id,
      proposal: proposal.body.id,
      document: draft.id,
      recipient: draft.recipients[0]!.id,
      template: template.body.id,
      role: template.body.roles?.[0]?.id ?? '',
      folder: leases.body.id,
      sent: sent.id,
      recipientSent: sent.recipients[0]!.id,
    };
  }

  /**
   * Fills in the ids of existing objects for commands that need them. Commands for contacts and similar
   * objects keep the example id and get a 404.
   */
  function withIds(command: string, made: Made): string {
    const out = /\/(void|remind|extend|correct|access-code|seal|resend)"|recipients\/[^/]+\/embed"/.test(
      command,
    );
    return command
      .replaceAll(exampleIds.document, out ? made.sent : made.document)
      .replaceAll(exampleIds.recipient, out ? made.recipientSent : made.recipient)
      .replaceAll(exampleIds.template, made.template)
      .replaceAll(exampleIds.role, made.role)
      .replaceAll(exampleIds.folder, made.folder)
      .replaceAll(exampleIds.contact, made.contact)
      .replaceAll(exampleIds.proposal, made.proposal)
      .replaceAll(exampleIds.webhook, made.webhook)
      .replaceAll(exampleIds.delivery, made.delivery)
      .replaceAll(exampleIds.bulk, command.includes('tenants.csv') ? made.sent : made.bulk);
  }
});
