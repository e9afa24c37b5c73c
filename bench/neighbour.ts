import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#testing/servers/free-port.ts';
import { killableServer } from '#testing/crash/killable-server.ts';
import { boundary, multipartBody } from '#testing/multipart.ts';
import { ada, mallory, signUp } from '#testing/sign-up.ts';
import { openDesk, type Sent } from './neighbour/desk.ts';
import { longest, signOnce, type Wait } from './neighbour/sign-once.ts';
import { median } from './quantile.ts';
import { slowDocx, slowPdf } from '#testing/documents/slow-files.ts';

/**
 * `npm run bench:neighbour`, optionally with a number of documents per round, measures how long a signer
 * waits while a hostile account continuously uploads the slowest files it can find, four at a time. The real
 * server runs in a separate process, with the embedded database. The goal is at most twice the wait without
 * the attack.
 */
const turns = Number(process.argv[2] ?? 12);
const hostiles = [
  { name: 'PDF of 1.5 million path operators', file: { name: 'slow.pdf', bytes: slowPdf() } },
  { name: 'Word file of 190 MB of XML', file: { name: 'slow.docx', bytes: slowDocx(24, 8) } },
  { name: 'Word file of 38 MB of XML', file: { name: 'small.docx', bytes: slowDocx(12.5, 3) } },
];

type Round = { name: string; waits: Wait[]; answers: Map<number, number> };

const folder = await mkdtemp(join(tmpdir(), 'countersign-neighbour-'));
const server = killableServer(folder, await freePort(), { PLANS: 'off' });
try {
  await server.start();
  const desk = await openDesk(server.baseUrl, folder, ada);
  const cookie = await signUp(server.baseUrl, mallory);
  // The first round is a warm-up and is not counted.
  await round('warm-up', await desk.send(2));
  const rounds = [await round('alone', await desk.send(turns))];
  for (const { name, file } of hostiles) {
    rounds.push(await round(name, await desk.send(turns), { cookie, file }));
  }
  rounds.push(await round('alone again', await desk.send(turns)));
  print(rounds);
} finally {
  await server.kill();
  await rm(folder, { recursive: true, force: true });
}

type Hostile = { cookie: string; file: { name: string; bytes: Uint8Array } };

/** Signs the documents one after the other, while the hostile account, if given, is active. */
async function round(name: string, sent: Sent[], hostile?: Hostile): Promise<Round> {
  const answers = new Map<number, number>();
  const over = new AbortController();
  const uploads = hostile
    ? Array.from({ length: 4 }, () => uploadWithoutEnd(hostile, answers, over.signal))
    : [];
  // Waits until all four uploads are active.
  if (hostile) await pause(3000);
  const waits: Wait[] = [];
  let spent = 0;
  for (const one of sent) {
    const wait = await signOnce(server.baseUrl, one);
    waits.push(wait);
    spent += wait.open + wait.sign;
    if (spent > longest) break;
    await pause(250);
  }
  over.abort();
  await Promise.all(uploads);
  return { name, waits, answers };
}

async function uploadWithoutEnd(
  { cookie, file }: Hostile,
  answers: Map<number, number>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const { status } = await fetch(new URL('/api/documents/upload', server.baseUrl), {
        method: 'POST',
        body: new Uint8Array(multipartBody([file])),
        headers: { cookie, 'content-type': `multipart/form-data; boundary=${boundary}` },
        signal,
      });
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (status === 429) await pause(50, undefined, { signal });
    } catch {
      // The request was aborted, or an overloaded server refused it. It is retried.
    }
  }
}

function print(rounds: Round[]): void {
  const base = median(rounds[0]!.waits.map(total));
  console.log(
    `One signer's wait in ms, ${turns} documents each; beside: one account, four uploads at a time\n`,
  );
  console.log('| beside | open | sign | both, median | both, worst | ratio | answers to the uploads |');
  console.log('| --- | --: | --: | --: | --: | --: | --- |');
  for (const { name, waits, answers } of rounds) {
    const both = waits.map(total);
    const statuses = [...answers].map(([status, count]) => `${count} × ${status}`).join(', ');
    const cells = [
      median(waits.map(({ open }) => open)).toFixed(0),
      median(waits.map(({ sign }) => sign)).toFixed(0),
      median(both).toFixed(0),
      Math.max(...both).toFixed(0),
      (median(both) / base).toFixed(2),
    ];
    console.log(`| ${name} | ${cells.join(' | ')} | ${statuses || '–'} |`);
  }
}

function total({ open, sign }: Wait): number {
  return open + sign;
}
