import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import { scopes } from '#core/permission/scope.ts';
import { grace, linus } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { leaseTemplate } from '#testing/documents/lease-template.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { runProgram, type Ran } from '#testing/run-program.ts';
import { openReceiver } from '#testing/servers/webhook-receiver.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { buildTypeScript } from '../build-clients.ts';

let office: Office;
let ada: Desk;
let url: string;
let key: string;
let cli: string;
/** The working directory of the command, and the folder that stores its login. */
let folder: string;

beforeAll(async () => {
  office = await openOffice(await openOneDatabase());
  ada = await office.desk();
  const built = join(temporaryFolder(), 'typescript');
  await buildTypeScript(built);
  cli = join(built, 'cli.mjs');
  await office.product.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(office.product.app.server.address() as AddressInfo).port}`;
  key = await keyOf('live');
}, 120_000);
beforeEach(() => {
  folder = temporaryFolder();
});

async function keyOf(mode: 'live' | 'test'): Promise<string> {
  return (await ada.post<NewKeyAnswer>('/api/keys', { name: 'Shell', mode, scopes })).body.secret;
}

const login = () => ({ COUNTERSIGN_URL: url, COUNTERSIGN_KEY: key });
const noLogin = { COUNTERSIGN_URL: undefined, COUNTERSIGN_KEY: undefined };

function run(words: readonly string[], env: NodeJS.ProcessEnv = login(), input = ''): Promise<Ran> {
  const all = { XDG_CONFIG_HOME: join(folder, 'config'), ...env };
  return runProgram(process.execPath, [cli, ...words], { cwd: folder, env: all, input });
}

async function templateCalled(name: string): Promise<TemplateDetail> {
  const { id } = await leaseTemplate(ada);
  await ada.put(`/api/templates/${id}`, { name, description: 'A lease', category: 'Legal' });
  return (await ada.ask<TemplateDetail>(`/api/templates/${id}`)).body;
}

const to = `${grace.name} <${grace.email}>`;

describe('login', () => {
  const file = () => join(folder, 'config/countersign/login.json');

  test('stores the key in a file that only its owner can read, even if others could read an earlier one', async () => {
    await mkdir(join(folder, 'config/countersign'), { recursive: true });
    await writeFile(file(), '{}');
    await chmod(file(), 0o644);
    const ran = await run(['login', '--url', url], noLogin, `${key}\n`);
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    expect(ran.stdout).toContain('ada@harbour.example');
    expect(ran.stdout).not.toContain(key);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, 'config/countersign'))).toEqual(['login.json']);
    expect((await run(['status'], noLogin)).code).toBe(0);
  });

  longTest('does not send the stored key to another installation', async () => {
    await run(['login', '--url', url], noLogin, key);
    const receiver = await openReceiver();
    const elsewhere = { ...noLogin, COUNTERSIGN_URL: new URL(receiver.url).origin };
    expect(await run(['status'], elsewhere)).toMatchObject({ code: 2 });
    expect(receiver.received).toEqual([]);
  });

  test.each([
    ['a wrong key', () => [['login', '--url', url], 'csk_live_wrong'] as const, 1, 'key-invalid'],
    [
      'an address without encryption',
      () => [['login', '--url', 'http://sign.example'], key] as const,
      2,
      'https://',
    ],
    ['no key', () => [['login', '--url', url], ''] as const, 2, 'no API key'],
  ])('refuses %s and stores nothing', async (_, argumentsOf, code, message) => {
    const [words, input] = argumentsOf();
    const ran = await run(words, noLogin, input);
    expect([ran.code, ran.stderr]).toEqual([code, expect.stringContaining(message)]);
    await expect(readFile(file())).rejects.toThrow();
  });
});

describe('send and status', () => {
  test('checks and sends a template by its name, with roles and values', async () => {
    const { name } = await templateCalled('Mooring');
    const words = ['send', '--template', name, '--to', `Tenant=${to}`, '--to', `Landlord=${linus.email}`];
    const values = ['--value', 'Rent=1250.5', '--value', 'Parking=true', '--value', 'Reference=007'];
    const before = office.post.mails.length;
    const checked = await run([...words, ...values, '--check']);
    expect([checked.stderr, checked.code]).toEqual(['', 0]);
    expect(checked.stdout).toMatch(/^Not sent, only checked/);
    expect(checked.stdout).toContain('Rent: 1,250.5');
    expect(checked.stdout).toContain('Reference: 007');
    await office.settled();
    expect(office.post.mails).toHaveLength(before);
    const sent = await run([...words, ...values, '--key', 'lease-1']);
    const again = await run([...words, ...values, '--key', 'lease-1']);
    expect(again.stdout).toBe(sent.stdout);
    const id = /[\da-f-]{36}/.exec(sent.stdout)![0];
    const status = await run(['status', id]);
    expect(status.stdout).toContain(`${grace.name} <${grace.email}>: waiting`);
  });

  test('sends a file, and names unknown properties of the request', async () => {
    await writeFile(join(folder, 'lease.pdf'), sampleLease(1));
    const place = { page: 1, x: 60, y: 200, width: 150, height: 40, type: 'signature' };
    const recipients = [{ ...grace, fields: [place] }];
    await writeFile(join(folder, 'request.json'), JSON.stringify({ recipients }));
    const sent = await run(['send', 'lease.pdf', '--request', 'request.json', '--title', 'Berth', '--json']);
    expect(JSON.parse(sent.stdout)).toMatchObject({ title: 'Berth', status: 'sent' });
    await writeFile(join(folder, 'request.json'), JSON.stringify({ recipients, expires: 3 }));
    const refused = await run(['send', 'lease.pdf', '--request', 'request.json']);
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('expires') });
  });

  test.each([
    [['send', '--to', to], 'Name one file'],
    [['send', 'missing.pdf', '--to', to], 'missing.pdf cannot be read'],
    [['send', '--template', 'Unknown', '--to', to], 'no template called'],
    [['send', '--template', 'Unknown', '--to', 'Grace'], 'no email address'],
    [['send', 'lease.pdf', '--nonsense'], '--nonsense'],
    [['nonsense'], 'usage: countersign COMMAND'],
  ])('%j is a mistake', async (words, message) => {
    expect(await run(words)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  });
});

test('download saves a sealed file that verify confirms, and never replaces an existing file', async () => {
  const { id } = await ada.signed(sampleLease(1), [grace]);
  const saved = await run(['download', id, '--to', 'lease.pdf']);
  expect([saved.stderr, saved.code]).toEqual(['', 0]);
  const file = await readFile(join(folder, 'lease.pdf'));
  expect(file.equals((await ada.ask(`/api/documents/${id}/download`)).bytes)).toBe(true);
  expect(await run(['download', id, '--to', 'lease.pdf'])).toMatchObject({ code: 2 });
  await writeFile(join(folder, 'root.pem'), (await ada.ask('/api/seal/root.pem')).bytes);
  expect(await run(['verify', 'lease.pdf', '--root', 'root.pem'], noLogin)).toMatchObject({ code: 0 });
  file[file.length >> 1]! ^= 1;
  await writeFile(join(folder, 'changed.pdf'), file);
  expect(await run(['verify', 'changed.pdf', '--root', 'root.pem'], noLogin)).toMatchObject({ code: 1 });
  const open = await ada.sent(sampleLease(1), [grace]);
  const refused = await run(['download', open.id]);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('document-not-completed')]);
});

test('listen sends each new event of test documents once, signed like a webhook', async () => {
  const receiver = await openReceiver();
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const env = { ...process.env, COUNTERSIGN_URL: url, COUNTERSIGN_KEY: await keyOf('test') };
  const words = ['listen', receiver.url, '--secret', secret, '--every', '0.1'];
  const child = spawn(process.execPath, [cli, ...words], { cwd: folder, env });
  try {
    await once(child.stdout, 'data');
    const program = ada.program(env.COUNTERSIGN_KEY);
    await ada.upload(sampleLease(1));
    const { id } = await program.sent(sampleLease(1), [grace]);
    const received = () =>
      receiver.received.map(({ headers, body }) => {
        new Webhook(secret).verify(body, headers as Record<string, string>);
        return JSON.parse(body) as { type: string; data: object };
      });
    await vi.waitFor(() => expect(received()).toHaveLength(3), { timeout: 20_000 });
    expect(received().map(({ type }) => type)).toEqual([
      'document.created',
      'document.sent',
      'recipient.invited',
    ]);
    for (const { data } of received()) expect(data).toMatchObject({ documentId: id, test: true });
  } finally {
    child.kill();
    await once(child, 'close');
  }
});

describe('templates', () => {
  test('are pulled into files, compared and applied without loss', async () => {
    const template = await templateCalled('Berth');
    const only = ['--template', 'Berth'];
    const read = async () => (await ada.ask<TemplateDetail>(`/api/templates/${template.id}`)).body;
    const before = await read();
    expect(await run(['templates', 'pull', 'files', ...only])).toMatchObject({ code: 0, stderr: '' });
    expect((await readdir(join(folder, 'files'))).toSorted()).toEqual(['Berth.json', 'Berth.pdf']);
    expect(await run(['templates', 'diff', 'files'])).toMatchObject({ code: 0 });

    const file = join(folder, 'files/Berth.json');
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      text
        .replace('"description": "A lease"', '"description": "A better lease"')
        .replace('"label": "Rent"', '"label": "Fee"'),
    );
    const diff = await run(['templates', 'diff', 'files']);
    expect([diff.code, diff.stderr]).toEqual([1, '']);
    expect(diff.stdout).toContain('description: "A lease" → "A better lease"');
    expect(diff.stdout).toContain('label: "Rent" → "Fee"');
    expect((await read()).description).toBe('A lease');
    expect(await run(['templates', 'apply', 'files'])).toMatchObject({ code: 0, stderr: '' });
    expect(await run(['templates', 'diff', 'files'])).toMatchObject({ code: 0 });
    const { updatedAt: _at, revision: _revision, ...after } = await read();
    const { updatedAt: _before, revision: _old, ...kept } = before;
    const fields = kept.signatureFields.map((field) =>
      field.label === 'Rent' ? { ...field, label: 'Fee' } : field,
    );
    expect(after).toEqual({ ...kept, description: 'A better lease', signatureFields: fields });
  });

  test('are created from files, with their roles, fields and settings', async () => {
    await templateCalled('Wharf');
    await run(['templates', 'pull', 'files', '--template', 'Wharf']);
    const from = join(folder, 'files/Wharf.json');
    const text = await readFile(from, 'utf8');
    await mkdir(join(folder, 'new'));
    await writeFile(join(folder, 'new/Quay.json'), text.replace('"name": "Wharf"', '"name": "Quay"'));
    await writeFile(join(folder, 'new/Quay.pdf'), await readFile(from.replace(/json$/, 'pdf')));
    const diff = await run(['templates', 'diff', 'new']);
    expect([diff.code, diff.stdout]).toEqual([1, expect.stringContaining('new template')]);
    expect(await run(['templates', 'apply', 'new'])).toMatchObject({ code: 0, stderr: '' });
    expect(await run(['templates', 'diff', 'new'])).toMatchObject({ code: 0 });
    const pulled = JSON.parse(await readFile(join(folder, 'new/Quay.json'), 'utf8')) as object;
    expect(pulled).toEqual({ ...(JSON.parse(text) as object), name: 'Quay' });
  });

  test('a template without its PDF, or with a field for an unknown role, is rejected', async () => {
    const template = {
      name: 'Pier',
      description: 'A pier',
      roles: [{ name: 'Tenant' }],
      signatureFields: [],
    };
    await writeFile(join(folder, 'Pier.json'), JSON.stringify(template));
    expect(await run(['templates', 'diff'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Pier.pdf'),
    });
    await writeFile(join(folder, 'Pier.pdf'), sampleLease(1));
    const field = { type: 'signature', page: 1, x: 60, y: 60, width: 150, height: 40, role: 'Owner' };
    await writeFile(join(folder, 'Pier.json'), JSON.stringify({ ...template, signatureFields: [field] }));
    const ran = await run(['templates', 'apply']);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('‘Owner’')]);
    expect((await ada.ask<unknown[]>('/api/templates?q=Pier')).body).toEqual([]);
  });
});
