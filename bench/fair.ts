// npm run bench:fair: how long another account waits for its list of documents, for a signer's page and for a
// signature while one account attacks in each of eight ways, as p95 beside the same without an attack. The
// goal is at most twice. npm run bench:fair -- postgres 20: on a PostgreSQL server, with twenty documents a
// round.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#testing/free-port.ts';
import { killableServer } from '#testing/crash/killable-server.ts';
import { findPostgres, runStatement, startPostgres } from '#testing/postgres.ts';
import { ada, mallory } from '#testing/sign-up.ts';
import { attackUntil, prepareAttacks, type Answers, type Attack } from './fair/attacks.ts';
import { openDesk, type Sent } from './neighbour/desk.ts';
import { signOnce } from './neighbour/sign-once.ts';
import { quantile } from './quantile.ts';

const onServer = process.argv[2] === 'postgres';
const turns = Number(process.argv[3] ?? 12);

type Wait = { list: number; open: number; sign: number };
type Round = { name: string; waits: Wait[]; answers: Answers };

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
try {
  await server.start();
  const desk = await openDesk(server.baseUrl, folder, ada);
  const attacks = await prepareAttacks(server.baseUrl, await openDesk(server.baseUrl, folder, mallory));
  // The first round is a warm-up and is not counted.
  await round('warm-up', await desk.send(2));
  const rounds = [await round('alone', await desk.send(turns))];
  for (const attack of attacks) rounds.push(await round(attack.name, await desk.send(turns), attack));
  rounds.push(await round('alone again', await desk.send(turns)));
  print(rounds);

  async function round(name: string, sent: Sent[], attack?: Attack): Promise<Round> {
    const over = new AbortController();
    const attacking = attack ? attackUntil(over.signal, server.baseUrl, attack) : undefined;
    // Until all attackers are active.
    if (attacking) await pause(3000);
    const waits: Wait[] = [];
    for (const one of sent) {
      const begun = performance.now();
      await (
        await fetch(new URL('/api/documents', server.baseUrl), { headers: { cookie: desk.cookie } })
      ).arrayBuffer();
      const list = performance.now() - begun;
      waits.push({ list, ...(await signOnce(server.baseUrl, one)) });
      await pause(250);
    }
    over.abort();
    return { name, waits, answers: (await attacking) ?? new Map<number, number>() };
  }
} finally {
  await server.kill();
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

function print(rounds: Round[]): void {
  const p95 = ({ waits }: Round, of: keyof Wait): number =>
    quantile(
      waits.map((wait) => wait[of]),
      0.95,
    );
  const [alone, again] = [rounds[0]!, rounds.at(-1)!];
  const quiet = (of: keyof Wait): number => Math.max(p95(alone, of), p95(again, of));
  console.log(`p95 in ms of ${turns} each, and how many times that of a quiet server\n`);
  console.log('| beside | list | page | signature | answers to the attack |');
  console.log('| --- | --: | --: | --: | --- |');
  for (const one of rounds) {
    const cells = (['list', 'open', 'sign'] as const).map(
      (of) => `${p95(one, of).toFixed(0)} (${(p95(one, of) / quiet(of)).toFixed(2)})`,
    );
    const answers = [...one.answers].map(([status, count]) => `${count} × ${status}`).join(', ');
    console.log(`| ${one.name} | ${cells.join(' | ')} | ${answers || '–'} |`);
  }
}
