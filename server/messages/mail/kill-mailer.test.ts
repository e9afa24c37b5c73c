import { expect, onTestFinished, test } from 'vitest';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import { grace, hana, linus } from '#testing/cast.ts';
import { mailboxOf } from '#testing/confirm-address.ts';
import { freePort } from '#testing/servers/free-port.ts';
import { killableServer } from '#testing/crash/killable-server.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longRun } from '#testing/long-run.ts';
import { boundary, multipartBody } from '#testing/multipart.ts';
import { ada, signUp } from '#testing/sign-up.ts';
import { startSmtpServer, type TestSmtpServer } from '#testing/servers/smtp-server.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

/** Runs the real server in a separate process, which sends to a mail server of the test. */
async function open() {
  const dataDir = temporaryFolder();
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const server = killableServer(dataDir, await freePort(), { SMTP_URL: smtp.url });
  await server.start();
  onTestFinished(() => server.kill());
  const cookie = await signUp(server.baseUrl, ada, { mailbox: mailboxOf(smtp) });
  const ask = async (method: string, path: string, body?: unknown): Promise<DocumentDetail> => {
    const form = Buffer.isBuffer(body);
    const answer = await fetch(new URL(path, server.baseUrl), {
      method,
      headers: {
        cookie,
        ...(body !== undefined && {
          'content-type': form ? `multipart/form-data; boundary=${boundary}` : 'application/json',
        }),
      },
      ...(body !== undefined && { body: form ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
    return (await answer.json()) as DocumentDetail;
  };
  return { smtp, server, ask };
}

const people = [
  { ...grace, role: 'signer' },
  { ...linus, role: 'viewer' },
  { ...hana, role: 'viewer' },
];

async function send(ask: Awaited<ReturnType<typeof open>>['ask']): Promise<string> {
  const file = multipartBody([{ name: 'lease.pdf', bytes: sampleLease(1) }]);
  const { id } = await ask('POST', '/api/documents/upload', file);
  await ask('PUT', `/api/documents/${id}/recipients`, people);
  await ask('POST', `/api/documents/${id}/send`, {});
  return id;
}

const idsFor = (smtp: TestSmtpServer, address: string): string[] =>
  smtp.taken.filter(({ to }) => to === address).map(({ messageId }) => messageId);

// This waits until the killed process's lease expires, which takes too long for `npm test`.
test.runIf(longRun).each(['before the 250 reaches it', 'as the 250 reaches it'])(
  'kill -9 of the process %s repeats only that email, with the same Message-ID, and its sender sees the true state (F-01, I-4)',
  async (when) => {
    const { smtp, server, ask } = await open();
    const late = Promise.withResolvers<void>();
    smtp.plan(grace.email, { held: late.promise });
    const id = await send(ask);
    await expect
      .poll(() => people.map(({ email }) => idsFor(smtp, email).length), { timeout: 60_000 })
      .toEqual([1, 1, 1]);
    const delivered = async (): Promise<string[]> =>
      (await ask('GET', `/api/documents/${id}`)).recipients.map(({ delivery }) => delivery);
    // Each email that was accepted is recorded. No result is claimed for the one that was being sent.
    await expect.poll(delivered, { timeout: 60_000 }).toEqual(['queued', 'accepted', 'accepted']);
    if (when === 'as the 250 reaches it') late.resolve();
    await server.kill();
    await server.start();
    await expect.poll(delivered, { timeout: 90_000 }).toEqual(['accepted', 'accepted', 'accepted']);
    const ids = idsFor(smtp, grace.email);
    expect(ids.length).toBeLessThanOrEqual(2);
    if (when === 'before the 250 reaches it') expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(people.slice(1).map(({ email }) => idsFor(smtp, email).length)).toEqual([1, 1]);
  },
  240_000,
);
