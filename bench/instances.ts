// npm run bench:instances measures journeys per second of one instance and of two on one PostgreSQL server,
// each bound to a separate processor. npm run bench:instances -- share PERCENT limits each of them to this
// share of a processor, for machines with too few processors for two instances, the database and the clients.
// npm run bench:instances -- kills SECONDS runs two instances, of which one is killed and restarted every ten
// seconds under load. At the end everything acknowledged is checked.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#testing/servers/free-port.ts';
import { killableServer, type KillableServer } from '#testing/crash/killable-server.ts';
import { outboxMails } from '#testing/crash/outbox-mails.ts';
import { outboxOf } from '#testing/confirm-address.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { findPostgres, runStatement, startPostgres } from '#testing/postgres.ts';
import { ada, signUp } from '#testing/sign-up.ts';
import { lookFor } from './journeys/look-for.ts';
import { walk, type Load, type Walked, type World } from './journeys/walk.ts';
import { limitProcessor } from './processor-share.ts';
import { commandOf, family, seconds, sum } from './processes.ts';

const load: Load = { name: 'one page, two signatures', bytes: sampleLease(1), fields: true };
const killsFor = process.argv[2] === 'kills' ? Number(process.argv[3] ?? 60) : 0;
/** Eight clients keep two instances busy. With fewer, the instances would wait for the clients. */
const atOnce = killsFor > 0 ? 4 : 8;
const share = process.argv[2] === 'share' ? Number(process.argv[3] ?? 40) / 100 : undefined;
const binaries = findPostgres();
if (!binaries) throw new Error('PostgreSQL is not installed here.');
const cluster = await startPostgres(binaries);
const dataDir = await mkdtemp(join(tmpdir(), 'countersign-instances-'));
let people = 0;
try {
  if (killsFor > 0) await underKills();
  else await oneAndTwo();
} finally {
  await cluster.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

type Running = { servers: KillableServer[]; world: World; stop(): Promise<void> };

async function open(count: number, database: string): Promise<Running> {
  await runStatement(cluster.url('postgres'), `CREATE DATABASE ${database}`);
  const folder = join(dataDir, database);
  const settings = { PLANS: 'off', DATABASE_URL: cluster.url(database) };
  const servers: KillableServer[] = [];
  for (let made = 0; made < count; made += 1) {
    const server = killableServer(folder, await freePort(), {
      ...settings,
      PUBLIC_URL: servers[0]?.baseUrl ?? '',
    });
    await server.start();
    servers.push(server);
  }
  const cookie = await signUp(servers[0]!.baseUrl, ada, { mailbox: outboxOf(folder) });
  const ask = inTurn(servers);
  const world = { baseUrl: servers[0]!.baseUrl, cookie, mails: outboxMails(folder), ask };
  return { servers, world, stop: async () => void (await Promise.all(servers.map((one) => one.kill()))) };
}

/**
 * Sends requests to the instances in turn, like a load balancer. If one does not respond, the request goes to
 * the next with the same key, so that it is processed once.
 */
function inTurn(servers: readonly KillableServer[]): NonNullable<World['ask']> {
  let turn = 0;
  return async (path, init) => {
    let key = createHash('sha256')
      .update(`${path} ${(people += 1)}`)
      .digest('hex');
    for (let tried = 0; ; tried += 1) {
      const { baseUrl } = servers[(turn += 1) % servers.length]!;
      const answer = await fetch(new URL(path, baseUrl), {
        ...init,
        headers: {
          ...(init.headers as object),
          ...(init.method === 'POST' && { 'idempotency-key': key }),
          origin: servers[0]!.baseUrl,
        },
      }).catch(() => undefined);
      const wait = answer && (await whyLater(answer));
      if (answer && !wait) return answer;
      // The result is unknown, so the request is repeated with a new key. An upload may leave an extra draft.
      if (wait === 'cut off') key += '+';
      if (tried > 2_000) throw new Error(`${path}: no response`);
      await pause(50);
    }
  };
}

/**
 * Returns why the request should be retried: the server is unavailable, or the first request with this key
 * still counts as running after its server was killed.
 */
async function whyLater(answer: Response): Promise<'later' | 'cut off' | undefined> {
  if (answer.status === 503) return 'later';
  if (answer.status !== 409) return undefined;
  const text = await answer.clone().text();
  if (!text.includes('idempotency-key-running')) return undefined;
  return text.includes('was cut off') ? 'cut off' : 'later';
}

async function oneAndTwo(): Promise<void> {
  const journeys = 96;
  console.log(
    `${journeys} journeys, ${atOnce} at once, ${cpus().length} processors${share === undefined ? '' : `, ${share} of one for each instance`}; database and clients take what they need of the same ones\n`,
  );
  console.log(
    '| instances | journeys a second | processor s of the instances for one | of the database | of the clients |',
  );
  console.log('| --: | --: | --: | --: | --: |');
  for (const round of [1, 2]) {
    for (const count of [1, 2]) {
      const { servers, world, stop } = await open(count, `bench_${count}_${round}`);
      const release = bind(servers.length);
      await walkAll(world, atOnce);
      const [before, own, began] = [spent(), process.cpuUsage(), performance.now()];
      await walkAll(world, journeys);
      const took = (performance.now() - began) / 1000;
      const [after, mine] = [spent(), process.cpuUsage(own)];
      const cells = [
        journeys / took,
        (after.servers - before.servers) / journeys,
        (after.database - before.database) / journeys,
        (mine.user + mine.system) / 1e6 / journeys,
      ];
      console.log(`| ${count} | ${cells.map((cell) => cell.toFixed(2)).join(' | ')} |`);
      await stop();
      await release();
    }
  }
}

/**
 * Binds each instance with its threads and workers to one processor, or limits it to a share of one. Returns
 * a function that reverts that.
 */
function bind(count: number): () => Promise<void> {
  const mains = family(process.pid).filter((pid) => commandOf(pid).includes('server/main.ts'));
  const lifted = mains.slice(-count).map((pid, at) => {
    if (share !== undefined) return limitProcessor(`countersign-${pid}`, family(pid), share);
    for (const one of family(pid))
      execFileSync('taskset', ['-a', '-c', '-p', String(at % cpus().length), String(one)], {
        stdio: 'ignore',
      });
    return () => Promise.resolve();
  });
  return async () => void (await Promise.all(lifted.map((lift) => lift())));
}

function spent(): { servers: number; database: number } {
  const below = family(process.pid).slice(1);
  const isDatabase = (pid: number): boolean => commandOf(pid).includes('postgres');
  const of = (pids: number[]): number => sum(pids.map((pid) => seconds(pid)));
  return { servers: of(below.filter((pid) => !isDatabase(pid))), database: of(below.filter(isDatabase)) };
}

async function walkAll(world: World, journeys: number, until = Infinity): Promise<Walked[]> {
  let left = journeys;
  const walked: Walked[] = [];
  const walker = async (): Promise<void> => {
    for (; left > 0 && performance.now() < until;) {
      left -= 1;
      walked.push(await walk(world, load, (people += 1)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, walker));
  return walked;
}

async function underKills(): Promise<void> {
  const { servers, world, stop } = await open(2, 'kills');
  const until = performance.now() + killsFor * 1000;
  const walking = walkAll(world, Infinity, until);
  let kills = 0;
  for (; performance.now() < until - 5_000;) {
    await pause(10_000);
    const server = servers[kills % 2]!;
    await server.kill();
    kills += 1;
    await server.start();
  }
  const walked = await walking;
  const wrong = await lookFor(
    walked.map((one) => ({ ...one, cookie: world.cookie })),
    servers.map(({ baseUrl }) => baseUrl),
    cluster.url('kills'),
  );
  console.log(
    `${kills} kills in ${killsFor} s, ${walked.length} journeys acknowledged from upload to download.`,
  );
  for (const sentence of wrong) console.log(`WRONG ${sentence}`);
  console.log(
    wrong.length === 0
      ? 'Every one is there, once, and its file is the same on both.'
      : `${wrong.length} wrong.`,
  );
  process.exitCode = wrong.length === 0 ? 0 : 1;
  await stop();
}
