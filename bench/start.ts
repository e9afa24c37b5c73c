// npm run bench:start measures how long the server takes to its first response, with its CPU time and memory.
// Includes the embedded PostgreSQL. Shared memory counts once (PSS of Linux).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#testing/servers/free-port.ts';
import { findPostgres, startPostgres } from '#testing/postgres.ts';
import { family, kilobytes, seconds, sum } from './processes.ts';

const rounds = Number(process.argv[2] ?? 5);
const root = join(import.meta.dirname, '..');
const flags = ['--enable-source-maps', '--max-semi-space-size=8', '--expose-gc'];

interface Start {
  /** Seconds from the start of the process to its first response */
  answered: number;
  /** CPU seconds of the process and its children until the server was ready */
  work: number;
  /** Memory in MB ten seconds after startup. `peak` is the maximum of the server process. */
  rest: number;
  peak: number;
}

async function start(settings: Record<string, string>): Promise<Start> {
  const port = String(await freePort());
  const began = performance.now();
  // With the same options as `npm start` (package.json).
  const server = spawn(process.execPath, [...flags, 'server/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: port,
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      PAYMENTS: 'sandbox',
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(server, 'exit');
  while (!(await answers(`http://127.0.0.1:${port}/api/health`))) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    await pause(10);
  }
  const answered = (performance.now() - began) / 1000;
  const work = sum(family(server.pid!).map((pid) => seconds(pid)));
  await pause(10_000);
  const rest = sum(family(server.pid!).map((pid) => kilobytes(pid, 'smaps_rollup', 'Pss'))) / 1024;
  const peak = kilobytes(server.pid!, 'status', 'VmHWM') / 1024;
  server.kill('SIGTERM');
  await ended;
  return { answered, work, rest, peak };
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;

function print(what: string, starts: Start[]): void {
  const cells = (['answered', 'work', 'rest', 'peak'] as const).map((key) =>
    median(starts.map((one) => one[key])).toFixed(key === 'rest' || key === 'peak' ? 0 : 2),
  );
  console.log(`| ${[what, ...cells].join(' | ')} |`);
}

console.log('| | first answer, s | processor, s | memory at rest, MB | server at its peak, MB |');
console.log('| --- | --: | --: | --: | --: |');
const folder = mkdtempSync(join(tmpdir(), 'countersign-start-'));
const settings = { DATA_DIR: join(folder, 'embedded') };
print('embedded, first start', [await start(settings)]);
const warm = async (environment: Record<string, string>): Promise<Start[]> => {
  const starts: Start[] = [];
  for (let round = 0; round < rounds; round += 1) starts.push(await start(environment));
  return starts;
};
print('embedded, warm', await warm(settings));
const binaries = findPostgres();
if (binaries) {
  const postgres = await startPostgres(binaries);
  const server = { DATA_DIR: join(folder, 'server'), DATABASE_URL: postgres.url('postgres') };
  print('PostgreSQL server, first start', [await start(server)]);
  print('PostgreSQL server, warm', await warm(server));
  await postgres.stop();
}
rmSync(folder, { recursive: true, force: true });
