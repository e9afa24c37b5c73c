// npm run bench:fair measures how long another account waits for its list of documents, for a signer's page
// and for a signature while one account attacks in each of nine ways. Prints the p95 with and without the
// attack. The two are measured alternately, a few documents at a time, so that other load on the machine
// affects both. The goal is at most twice the wait. Options: `postgres` for a PostgreSQL server, a number of
// documents per attack, and the beginning of the name of one attack.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#testing/servers/free-port.ts';
import { killableServer } from '#testing/crash/killable-server.ts';
import { findPostgres, runStatement, startPostgres } from '#testing/postgres.ts';
import { ada, mallory } from '#testing/sign-up.ts';
import { prepareAttacks, type Answers, type Attack } from './fair/attacks.ts';
import { openDesk, type Sent } from './neighbour/desk.ts';
import { signOnce } from './neighbour/sign-once.ts';
import { median, quantile } from './quantile.ts';

const options = process.argv.slice(2);
const onServer = options.includes('postgres');
const turns = Number(options.find((option) => /^\d+$/.test(option)) ?? 24);
const wanted = options.find((option) => option !== 'postgres' && !/^\d+$/.test(option)) ?? '';
/** Documents measured between a start and an end of the attack */
const inTurn = 4;

type Wait = { list: number; open: number; sign: number };
type Round = { name: string; quiet: Wait[]; attacked: Wait[]; answers: Answers };

const folder = await mkdtemp(join(tmpdir(), 'countersign-fair-'));
const binaries = onServer ? findPostgres() : undefined;
if (onServer && !binaries) throw new Error('PostgreSQL is not installed here.');
const cluster = binaries === undefined ? undefined : await startPostgres(binaries);
if (cluster) await runStatement(cluster.url('postgres'), 'CREATE DATABASE fair');
const settings = {
  PLANS: 'off',
  NEW_ACCOUNT_MAILS: 'unlimited',
  ...(cluster && { DATABASE_URL: cluster.url('fair') }),
};
const server = killableServer(folder, await freePort(), settings);
const attacker = fork(join(import.meta.dirname, 'fair/attacker.ts'), { serialization: 'advanced' });
try {
  await server.start();
  const { baseUrl } = server;
  const desk = await openDesk(baseUrl, folder, ada);
  const attacks = await prepareAttacks(baseUrl, await openDesk(baseUrl, folder, mallory));
  // The first round is a warm-up and is not counted.
  for (const one of await desk.send(6)) await waitOnce(desk.cookie, one);
  const rounds: Round[] = [];
  for (const attack of attacks.filter(({ name }) => name.startsWith(wanted)))
    rounds.push(await round(desk.cookie, attack, await desk.send(turns * 2)));
  print(rounds);
} finally {
  attacker.kill();
  await server.kill();
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** Measures a few documents without the attack, then a few with it, and so on. */
async function round(cookie: string, attack: Attack, sent: Sent[]): Promise<Round> {
  const answers: Answers = new Map();
  const result: Round = { name: attack.name, quiet: [], attacked: [], answers };
  while (sent.length > 0) {
    for (const one of sent.splice(0, inTurn)) result.quiet.push(await waitOnce(cookie, one));
    attacker.send({ baseUrl: server.baseUrl, attack });
    // Waits until all requests of the attack are active.
    await pause(1500);
    for (const one of sent.splice(0, inTurn)) result.attacked.push(await waitOnce(cookie, one));
    attacker.send({});
    const [counts] = (await once(attacker, 'message')) as [[number, number][]];
    for (const [status, count] of counts) answers.set(status, (answers.get(status) ?? 0) + count);
    // Waits until the server has finished the requests in progress.
    await pause(1500);
  }
  return result;
}

async function waitOnce(cookie: string, one: Sent): Promise<Wait> {
  const begun = performance.now();
  const url = new URL('/api/documents', server.baseUrl);
  await (await fetch(url, { headers: { cookie } })).arrayBuffer();
  const list = performance.now() - begun;
  const waits = { list, ...(await signOnce(server.baseUrl, one)) };
  await pause(250);
  return waits;
}

/** Without the attack the server behaves the same in all rounds, so those waits are combined. */
function print(rounds: Round[]): void {
  const allQuiet = rounds.flatMap(({ quiet }) => quiet);
  console.log(
    `p95 in ms and how many times that of ${allQuiet.length} without an attack, and the median of ${turns} likewise\n`,
  );
  console.log('| beside | list | page | signature | answers to the attack |');
  console.log('| --- | --: | --: | --: | --- |');
  const cellsOf = (waits: Wait[]): string =>
    (['list', 'open', 'sign'] as const)
      .map((of) =>
        [(values: number[]) => quantile(values, 0.95), median]
          .map((figure) => [waits, allQuiet].map((some) => figure(some.map((wait) => wait[of]))))
          .map(([one, quiet]) => `${one!.toFixed(0)} (${(one! / quiet!).toFixed(1)})`)
          .join(', '),
      )
      .join(' | ');
  console.log(`| no attack | ${cellsOf(allQuiet)} | – |`);
  for (const { name, attacked, answers } of rounds) {
    const counts = [...answers].map(([status, count]) => `${count} × ${status}`).join(', ');
    console.log(`| ${name} | ${cellsOf(attacked)} | ${counts || '–'} |`);
  }
}
