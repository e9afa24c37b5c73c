import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import { freePort } from '#testing/servers/free-port.ts';
import { killableServer } from '#testing/crash/killable-server.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { ada } from '#testing/sign-up.ts';
import { openDesk, type Sent } from './neighbour/desk.ts';
import { family, kilobytes, sum } from './processes.ts';
import { makeContract } from './stamp-and-seal/make-contract.ts';

/**
 * `npm run bench:large-file` measures the memory of the server and its child processes while a 500-page file
 * of nearly 25 MB is uploaded, sent, signed, sealed and downloaded. A two-page file is the baseline and the
 * warm-up. Optional arguments: pages and megabytes.
 */
const [pages = 500, megabytes = 24.5] = process.argv.slice(2).map(Number);
const everyMs = 25;

const folder = await mkdtemp(join(tmpdir(), 'countersign-large-'));
const server = killableServer(folder, await freePort(), { PLANS: 'off' });
try {
  await server.start();
  const desk = await openDesk(server.baseUrl, folder, ada);
  console.log(
    'MB of the server, its PDF workers and the database beside rest, at the most during the step\n',
  );
  console.log('| step | 2 pages | s | large | s |\n| --- | --: | --: | --: | --: |');
  const small = await journey(desk, sampleLease(2));
  const bytes = makeContract(pages, Math.floor((megabytes * 1_000_000) / pages) - 1_400);
  const large = await journey(desk, bytes);
  for (const [name, { most, seconds }] of large.steps) {
    const beside = small.steps.get(name)!;
    const cells = [beside.most.toFixed(0), beside.seconds.toFixed(1), most.toFixed(0), seconds.toFixed(1)];
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
  console.log(`\nThe large file: ${pages} pages, ${(bytes.length / 1_000_000).toFixed(1)} MB.`);
  console.log(
    `Rest: ${small.rest.toFixed(0)} MB before the small one, ${large.rest.toFixed(0)} before the large.`,
  );
} finally {
  await server.kill();
  await rm(folder, { recursive: true, force: true });
}

type Step = { most: number; seconds: number };

async function journey(desk: Awaited<ReturnType<typeof openDesk>>, bytes: Uint8Array) {
  // Long enough for an idle server to release unused memory
  await pause(15_000);
  const rest = memory();
  const steps = new Map<string, Step>();
  const step = async <T>(name: string, act: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    let [most, ended] = [0, false];
    const watching = (async () => {
      while (!ended) {
        most = Math.max(most, memory());
        await pause(everyMs);
      }
    })();
    const done = await act();
    ended = true;
    await watching;
    steps.set(name, { most: most - rest, seconds: (performance.now() - begun) / 1000 });
    return done;
  };
  const { cookie } = desk;
  const get = async (path: string): Promise<Response> => {
    const answer = await fetch(new URL(path, server.baseUrl), { headers: { cookie } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer;
  };
  const id = await step('upload', () => desk.upload(bytes));
  await step('fetched by the editor', async () => (await get(`/api/documents/${id}/file`)).arrayBuffer());
  const sent = await step('sent', () => desk.sendDraft(id));
  await step('opened and signed', () => sign(sent));
  await step('sealed', async () => {
    for (;;) {
      const { status } = (await (await get(`/api/documents/${id}`)).json()) as DocumentDetail;
      if (status === 'completed') return;
      await pause(100);
    }
  });
  await step('sealed file fetched', async () => (await get(`/api/documents/${id}/download`)).arrayBuffer());
  return { rest, steps };
}

async function sign({ path }: Sent): Promise<void> {
  const ask = async (way: string, body?: unknown): Promise<Response> => {
    const answer = await fetch(new URL(path + way, server.baseUrl), {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' } }),
    });
    if (!answer.ok) throw new Error(`${way}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const view = (await (await ask('')).json()) as CeremonyAnswer;
  await (await ask('/file')).arrayBuffer();
  await ask('/opened', {});
  const text = view.fields.find(({ type }) => type === 'text');
  await ask('', {
    signatureText: view.recipient.name,
    consent: true,
    disclosureVersion: view.disclosure.version,
    fields: text ? [{ id: text.id, value: 'Berth 14' }] : [],
  });
}

/** Returns memory in MB. Shared memory counts once. */
function memory(): number {
  const pids = family(process.pid).filter((pid) => pid !== process.pid);
  return sum(pids.map((pid) => kilobytes(pid, 'smaps_rollup', 'Pss'))) / 1024;
}
