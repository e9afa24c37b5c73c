import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import { freePort } from '#testing/servers/free-port.ts';
import { killableServer } from '#testing/crash/killable-server.ts';
import { outboxMails } from '#testing/crash/outbox-mails.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { boundary, multipartBody } from '#testing/multipart.ts';
import { findPostgres, runStatement, startPostgres } from '#testing/postgres.ts';
import { outboxOf } from '#testing/confirm-address.ts';
import { ada, signUp } from '#testing/sign-up.ts';

/**
 * `node bench/live-updates.ts [rounds]` measures how long an open page waits for changes made elsewhere. It
 * uses real servers in separate processes. The time runs from the request of the change to the event on the
 * page's stream, so it includes the change itself.
 */
const rounds = Number(process.argv[2] ?? 30);
const signers = 10;
const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'));

console.log(`From the act to the hint on another page, ms, of ${rounds} renames and ${signers} signatures\n`);
console.log('| servers | act | median | p95 | slowest |');
console.log('| --- | --- | --: | --: | --: |');
await measure('one, embedded database', join(folder, 'one'), 1, {});
const postgres = findPostgres();
if (postgres) {
  const cluster = await startPostgres(postgres);
  await runStatement(cluster.url('postgres'), 'CREATE DATABASE bench');
  await measure('two, PostgreSQL', join(folder, 'two'), 2, { DATABASE_URL: cluster.url('bench') });
  await cluster.stop();
} else {
  console.log('\nPostgreSQL is not installed here, so its half was not measured.');
}
await rm(folder, { recursive: true, force: true });

async function measure(
  name: string,
  dataDir: string,
  count: 1 | 2,
  settings: Record<string, string>,
): Promise<void> {
  const common = {
    ...settings,
    PLANS: 'off',
    SECRET_KEY: 'one key for both of them, or links would not fit',
  };
  const servers = [];
  for (let server = 0; server < count; server += 1) {
    const started = killableServer(dataDir, await freePort(), common);
    await started.start();
    servers.push(started);
  }
  const firstServer = servers[0]!.baseUrl;
  const cookie = await signUp(firstServer, ada, { mailbox: outboxOf(dataDir) });
  const page = await follow(servers.at(-1)!.baseUrl, cookie);
  try {
    const call = caller(firstServer, { cookie });
    const draft = await upload(call);
    const renames: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const rename = () => call('PUT', `/api/documents/${draft.id}`, { title: `Lease ${round}` });
      renames.push(await page.timeTo(`document:${draft.id}`, rename));
    }
    print(name, 'a title is changed', renames);
    const { id } = await upload(call);
    const emails = Array.from({ length: signers }, (_, number) => `signer.${number}@harbour.example`);
    const people = emails.map((email) => ({ email, name: 'Grace Lindqvist', role: 'signer' }));
    await call('PUT', `/api/documents/${id}/recipients`, people);
    await call('POST', `/api/documents/${id}/send`, {});
    const signatures: number[] = [];
    for (const email of emails) {
      const token = await invitationOf(dataDir, email);
      const path = `/api/sign/${token}`;
      const seen = await fetch(new URL(path, firstServer));
      const { disclosure } = (await seen.json()) as CeremonyAnswer;
      await (await fetch(new URL(`${path}/file`, firstServer))).arrayBuffer();
      await call('POST', `${path}/opened`, {});
      const { version: disclosureVersion, language: locale } = disclosure;
      const signature = { signatureText: 'Grace Lindqvist', consent: true, disclosureVersion, locale };
      const sign = () => call('POST', path, { ...signature, fields: [] });
      signatures.push(await page.timeTo(`document:${id}`, sign));
    }
    print(name, 'a recipient signs', signatures);
  } finally {
    page.leave();
    for (const server of servers) await server.kill();
  }
}

type Call = (method: string, path: string, body: unknown) => Promise<DocumentDetail>;

function caller(baseUrl: string, headers: Record<string, string>): Call {
  return async (method, path, body) => {
    const isForm = Buffer.isBuffer(body);
    const type = isForm ? `multipart/form-data; boundary=${boundary}` : 'application/json';
    const answer = await fetch(new URL(path, baseUrl), {
      method,
      headers: { ...headers, 'content-type': type },
      body: isForm ? new Uint8Array(body) : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? ({} as DocumentDetail) : ((await answer.json()) as DocumentDetail);
  };
}

function upload(call: Call): Promise<DocumentDetail> {
  return call('POST', '/api/documents/upload', multipartBody([{ name: 'lease.pdf', bytes: sampleLease(1) }]));
}

async function invitationOf(dataDir: string, email: string): Promise<string> {
  const mails = outboxMails(dataDir);
  for (;;) {
    const token = (await mails()).find((mail) => mail.to === email)?.token;
    if (token !== undefined) return token;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Opens the live stream of another page of Ada. */
async function follow(baseUrl: string, cookie: string) {
  const leaving = new AbortController();
  const answer = await fetch(new URL('/api/live', baseUrl), { headers: { cookie }, signal: leaving.signal });
  if (!answer.body) throw new Error(`/api/live: ${answer.status}`);
  let hear = (_text: string): void => undefined;
  void read(answer.body, (text) => hear(text)).catch(() => undefined);
  return {
    /**
     * Returns the milliseconds from before the change until the stream names the topic. Earlier events have
     * been consumed by then.
     */
    async timeTo(topic: string, act: () => Promise<unknown>): Promise<number> {
      await new Promise((resolve) => setTimeout(resolve, 300));
      const start = performance.now();
      const received = new Promise<number>((resolve) => {
        hear = (text) => void (text.includes(topic) && resolve(performance.now() - start));
      });
      const [ms] = await Promise.all([received, act()]);
      return ms;
    },
    leave: () => leaving.abort(),
  };
}

async function read(body: ReadableStream<Uint8Array>, hear: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const bytes of body) hear(decoder.decode(bytes, { stream: true }));
}

function print(name: string, act: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number): string =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!.toFixed(0);
  console.log(`| ${name} | ${act} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`);
}
