import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runStatement } from '../postgres.ts';
import type { Lie } from '../pki/timestamp-authority.ts';
import { steps, type Act, type Point } from './failpoints.ts';
import type { Game } from './game.ts';
import type { Mischief } from './fault-proxy.ts';

/**
 * One kind of fault. When the promise resolves, everything is repaired. It resolves to a description, or to
 * nothing if there was no target.
 */
export type Fault = { name: string; weight: number; play(game: Game): Promise<string | undefined> };

/** Maximum time for a placed fault to be hit, and time (ms) for which an external service is down. */
const maxWaitMs = 6_000;
const away = (game: Game): number => 500 + game.random() * 2_000;
const oneOf = <Of>(game: Game, all: readonly Of[]): Of => all[Math.floor(game.random() * all.length)]!;

async function meet(game: Game, act: Act): Promise<string | undefined> {
  const point: Point = `${oneOf(game, steps)}:${game.random() < 0.5 ? 'before' : 'after'}`;
  const trap = {
    point,
    act,
    skip: Math.floor(game.random() * 2),
    times: act === 'kill' ? 1 : 1 + Math.floor(game.random() * 3),
  };
  const met = await game.server.spring(trap, game.short ? maxWaitMs / 3 : maxWaitMs);
  if (act === 'kill' && met) await game.restart();
  return met ? `${act} at ${point}` : undefined;
}

/** Changes one byte of an active document's file on disk, and later restores it. */
async function rot(game: Game): Promise<string | undefined> {
  const open = game.ledger.entries.filter(({ baseSha256, sealedSha256 }) => baseSha256 && !sealedSha256);
  const sha256 = open.length > 0 ? oneOf(game, open).baseSha256! : undefined;
  if (!sha256) return undefined;
  const path = join(game.dataDir, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  const whole = await readFile(path);
  const rotten = Buffer.from(whole);
  const at = Math.floor(game.random() * rotten.length);
  rotten[at] = rotten[at]! ^ 1;
  // Set before the corruption, because a response about it may arrive before the write is known to be done.
  game.mayFailUntil = Infinity;
  await writeFile(path, rotten);
  await pause(away(game));
  await writeFile(path, whole);
  // Requests that read the file have got their response by then.
  game.mayFailUntil = Date.now() + 10_000;
  return `a byte of ${sha256.slice(0, 8)} was another`;
}

async function cut(game: Game): Promise<string> {
  const times = 1 + Math.floor(game.random() * 5);
  for (let time = 0; time < times; time += 1) {
    await runStatement(
      game.databaseUrl(),
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await pause(game.random() * 300);
  }
  return `every connection to the database cut ${times} times`;
}

async function mischief(game: Game, what: Mischief): Promise<string | undefined> {
  const times = 1 + Math.floor(game.random() * 3);
  const left = game.proxy.plan(what, times);
  await pause(1_500);
  const done = times - left();
  return done > 0 ? `${done} requests: ${what}` : undefined;
}

/** Less than an hour, after which an unused session expires (S-03). */
async function clock(game: Game): Promise<string> {
  const by = oneOf(game, [-2_400_000, -60_000, 60_000, 3_000_000]);
  game.server.order({ clock: by });
  await pause(away(game));
  game.server.order({ clock: 0 });
  return `the clock wrong by ${by / 1000} s`;
}

const lies: readonly (Lie | 'off')[] = [
  'off',
  'wrong-nonce',
  'wrong-hash',
  'wrong-signature',
  'long-ago',
  'refused',
];

async function authority({ outside, ...game }: Game): Promise<string> {
  const mood = oneOf(game as Game, lies);
  outside.authority.be(mood);
  await pause(away(game as Game));
  outside.authority.be(undefined);
  return `the authority for time: ${mood}`;
}

async function receiver(game: Game): Promise<string> {
  const mood = oneOf(game, [500, 503, 'cut'] as const);
  game.outside.receiver.be(mood);
  await pause(away(game));
  game.outside.receiver.be(204);
  return `the receiver of webhooks: ${mood}`;
}

async function mailServer(game: Game): Promise<string> {
  const { smtp } = game.outside;
  if (game.random() < 0.5) {
    await smtp.down();
    await pause(away(game));
    await smtp.up();
    return 'the mail server was away';
  }
  const open = game.ledger.entries.filter(({ sealedSha256 }) => !sealedSha256);
  const refused = { code: 451, text: 'Try again later' };
  const turn = oneOf(game, ['lost', 'hung-up', { recipient: refused }, { message: refused }] as const);
  for (const { emails, owner } of open) for (const address of [...emails, owner]) smtp.plan(address, turn);
  if (turn === 'lost') game.mailsLost += open.length * 3;
  await pause(away(game));
  return `the mail server: ${typeof turn === 'string' ? turn : 'refused for now'}`;
}

/** Long enough (in ms) for every lease in the queue to expire, so that other workers can take its jobs. */
const pastTheLease = 80_000;

export const faults: readonly Fault[] = [
  { name: 'kill -9 at a step', weight: 8, play: (game) => meet(game, 'kill') },
  {
    name: 'kill -9 at any moment',
    weight: 3,
    play: async (game) => {
      await pause(game.random() * 1_500);
      await game.server.kill();
      await game.restart();
      return 'killed';
    },
  },
  {
    name: 'stopped with SIGTERM',
    weight: 3,
    play: async (game) => {
      await game.stop();
      await game.restart();
      return 'stopped and started';
    },
  },
  { name: 'disk full', weight: 10, play: (game) => meet(game, 'full') },
  { name: 'no answer', weight: 10, play: (game) => meet(game, 'gone') },
  { name: 'slow', weight: 6, play: (game) => meet(game, 'slow') },
  { name: 'stored bytes rot', weight: 6, play: rot },
  { name: 'database cut', weight: 10, play: cut },
  { name: 'requests twice', weight: 10, play: (game) => mischief(game, 'twice') },
  { name: 'answers lost', weight: 10, play: (game) => mischief(game, 'answer-lost') },
  { name: 'requests lost', weight: 6, play: (game) => mischief(game, 'request-lost') },
  { name: 'clock', weight: 8, play: clock },
  { name: 'authority for time', weight: 6, play: authority },
  { name: 'mail server', weight: 10, play: mailServer },
  { name: 'webhooks', weight: 6, play: receiver },
  {
    name: 'paused',
    weight: 4,
    play: async (game) => {
      await game.server.freeze(1_000 + game.random() * 3_000);
      return 'paused for some seconds';
    },
  },
  {
    name: 'paused past the lease',
    weight: 0.3,
    play: async (game) => {
      if (game.short) return undefined;
      game.mayFailUntil = Infinity;
      await game.server.freeze(pastTheLease);
      game.mayFailUntil = Date.now() + 30_000;
      return 'paused past the lease';
    },
  },
];

export const killed = faults.find(({ name }) => name === 'kill -9 at any moment')!;

export function chooseFault(random: () => number): Fault {
  let left = random() * faults.reduce((sum, { weight }) => sum + weight, 0);
  return faults.find(({ weight }) => (left -= weight) < 0) ?? faults[0]!;
}
