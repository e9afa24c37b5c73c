import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import type { ProposalView } from '#contract/documents/proposals.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import { scopes } from '#core/permission/scope.ts';
import { onTeardown } from '#testing/at-the-end.ts';
import { grace } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { missingTools } from '#testing/judges/run-tool.ts';
import { openAssistant } from '#testing/open-assistant.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { runProgram } from '#testing/run-program.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { buildPython, buildTypeScript } from './build-clients.ts';

let office: Office;
let ada: Desk;
let template: TemplateDetail;
let folder: string;
/** The environment of a program that uses the API through a proxy, which counts its requests. */
let env: { COUNTERSIGN_URL: string; COUNTERSIGN_KEY: string; TEMPLATE: string };
let requests: string[];

beforeAll(async () => {
  office = await openOffice(await openOneDatabase());
  ada = await office.desk();
  folder = temporaryFolder();
  await Promise.all([buildTypeScript(join(folder, 'typescript')), buildPython(join(folder, 'python'))]);
  template = await simpleTemplate();
  await office.product.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = office.product.app.server.address() as AddressInfo;
  const key = await ada.post<NewKeyAnswer>('/api/keys', { name: 'Payroll', mode: 'live', scopes });
  env = {
    COUNTERSIGN_URL: await countingProxy(`http://127.0.0.1:${port}`),
    COUNTERSIGN_KEY: key.body.secret,
    TEMPLATE: template.id,
  };
}, 120_000);

/** A template with one role and a number field with the label Rent. */
async function simpleTemplate(): Promise<TemplateDetail> {
  const place = { page: 1, x: 60, width: 150, height: 30 };
  const draft = await ada.prepare(sampleLease(1), [grace], ([recipientId]) => [
    { ...place, y: 200, type: 'signature', recipientId },
    { ...place, y: 260, type: 'number', label: 'Rent', recipientId },
  ]);
  const words = { name: 'Lease', description: 'For a year', documentId: draft.id };
  const created = (await ada.post<TemplateDetail>('/api/templates', words)).body;
  await ada.delete(`/api/documents/${draft.id}`);
  return created;
}

async function countingProxy(target: string): Promise<string> {
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    void (async () => {
      const { host: _host, connection: _connection, ...headers } = request.headers;
      const body = await buffer(request);
      const answer = await fetch(target + request.url, {
        method: request.method!,
        headers: headers as Record<string, string>,
        ...(body.length > 0 && { body: new Uint8Array(body) }),
      });
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    })();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTeardown(async () => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const request = { recipients: [grace], values: { Rent: 1250 } };

/** Returns the newest document, after checking that it is waiting for Grace and has the value. */
async function expectSent(): Promise<void> {
  await office.settled();
  const [newest] = (await ada.ask<DocumentDetail[]>('/api/documents?limit=1')).body;
  const sent = await ada.read(newest!.id);
  expect(sent).toMatchObject({ status: 'sent', recipients: [{ ...grace, awaited: true }] });
  expect(sent.signatureFields.find(({ label }) => label === 'Rent')?.properties).toMatchObject({
    value: '1250',
  });
  expect((await ada.signer(grace.email).sign({ fields: [] })).status).toBe(200);
}

describe('a template with values is sent to one person in one call', () => {
  const oneRequest = () => [`POST /api/templates/${template.id}/send`];

  test('over HTTP', async () => {
    requests = [];
    const answer = await fetch(`${env.COUNTERSIGN_URL}/api/templates/${template.id}/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${env.COUNTERSIGN_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    expect([answer.status, requests]).toEqual([201, oneRequest()]);
    await expectSent();
  });

  test('with the TypeScript client', async () => {
    requests = [];
    const program = `
      import { countersign } from './typescript/countersign.js';
      const { call } = countersign({ url: process.env.COUNTERSIGN_URL, key: process.env.COUNTERSIGN_KEY });
      const sent = await call('sendTemplate', { params: { id: process.env.TEMPLATE }, body: ${JSON.stringify(request)} });
      console.log(sent.status);`;
    await writeFile(join(folder, 'send.mjs'), program);
    const ran = await runProgram(process.execPath, ['send.mjs'], { cwd: folder, env });
    expect([ran, requests]).toEqual([{ code: 0, stdout: 'sent\n', stderr: '' }, oneRequest()]);
    await expectSent();
  });

  // Without Python this is not tested, and `npm test` lists that it is missing.
  test.runIf(missingTools('python3').length === 0)('with the Python client', async () => {
    requests = [];
    const program = `
import os
from countersign import Countersign
client = Countersign(os.environ["COUNTERSIGN_URL"], os.environ["COUNTERSIGN_KEY"])
print(client.send_template(os.environ["TEMPLATE"], ${JSON.stringify(request)})["status"])`;
    const ran = await runProgram('python3', ['-c', program], { cwd: join(folder, 'python'), env });
    expect([ran, requests]).toEqual([{ code: 0, stdout: 'sent\n', stderr: '' }, oneRequest()]);
    await expectSent();
  });

  test('with the command line', async () => {
    requests = [];
    const to = `${grace.name} <${grace.email}>`;
    const words = ['send', '--template', template.id, '--to', to, '--value', 'Rent=1250', '--json'];
    const cli = join(folder, 'typescript/cli.mjs');
    const ran = await runProgram(process.execPath, [cli, ...words], { cwd: folder, env });
    expect([ran.stderr, ran.code, requests]).toEqual(['', 0, oneRequest()]);
    expect(JSON.parse(ran.stdout)).toMatchObject({ status: 'sent' });
    await expectSent();
  });

  test('with an assistant tool, after a person has confirmed it', async () => {
    const { call } = await openAssistant(office, env.COUNTERSIGN_KEY);
    const proposed = await call<{ id: string }>('propose_from_template', {
      templateId: template.id,
      ...request,
    });
    expect(proposed.isError).toBe(false);
    const path = `/api/proposals/${proposed.body.id}`;
    const { fingerprint } = (await ada.ask<ProposalView>(path)).body;
    expect((await ada.post(`${path}/confirm`, { fingerprint })).status).toBe(200);
    await expectSent();
  });
});
