// npm run bench:load -- [SECONDS] [embedded|postgres] applies ten times the usual load (ten accounts with
// four concurrent journeys each, and occasionally sixty concurrent list requests of each). It reports whether
// every refusal has a Retry-After, whether everything acknowledged exists, how long the queue takes, and the
// memory before, at peak and afterwards.
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runningUrl } from '#server/foundation/db/embedded/start-postgres.ts';
import { freePort } from '#testing/servers/free-port.ts';
import { killableServer } from '#testing/crash/killable-server.ts';
import { mailsOf } from '#testing/crash/mails-of.ts';
import { mailboxOf } from '#testing/confirm-address.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { findPostgres, runStatement, startPostgres } from '#testing/postgres.ts';
import { ada, signUp } from '#testing/sign-up.ts';
import { startSmtpServer } from '#testing/servers/smtp-server.ts';
import { lookFor } from './journeys/look-for.ts';
import { walk, type Load, type Walked, type World } from './journeys/walk.ts';
import { commandOf, family, kilobytes, sum } from './processes.ts';

const lasts = Number(process.argv[2] ?? 600) * 1000;
const onServer = process.argv[3] === 'postgres';
const [accounts, atOnce] = [10, 4];
/** Milliseconds to wait before memory is measured, because idle PDF workers end after a minute. */
const rest = 75_000;
const maxDrainMs = 300_000;
const load: Load = { name: 'one page, two signatures', bytes: sampleLease(1), fields: true };

const binaries = onServer && findPostgres();
const cluster = binaries ? await startPostgres(binaries) : undefined;
const dataDir = await mkdtemp(join(tmpdir(), 'countersign-load-'));
const smtp = await startSmtpServer();
const server = killableServer(dataDir, await freePort(), {
  PLANS: 'off',
  SMTP_URL: smtp.url,
  ...(cluster && { DATABASE_URL: cluster.url('postgres') }),
});
const databaseUrl = (): string =>
  cluster?.url('postgres') ?? runningUrl(join(dataDir, 'postgres'))?.('countersign') ?? '';
const kinds = ['server', 'PDF workers', 'PostgreSQL'] as const;
/** Returns the MB of each kind of process. */
const memory = (): number[] => {
  const pids = family(process.pid).slice(1);
  return kinds.map(
    (kind) =>
      sum(pids.filter((pid) => kindOf(pid) === kind).map((pid) => kilobytes(pid, 'smaps_rollup', 'Pss'))) /
      1024,
  );
};
const totals: Record<string, number> = {};
const wrong: string[] = [];
let people = 0;
let slowest = 0;

try {
  await server.start();
  await measure();
} finally {
  await server.kill();
  await Promise.all([smtp.close(), cluster?.stop()]);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

async function measure(): Promise<void> {
  const { mails } = mailsOf(smtp);
  const worlds: World[] = [];
  for (let made = 0; made < accounts; made += 1) {
    const email = `ada.${made}@harbour.example`;
    const cookie = await signUp(server.baseUrl, { ...ada, email }, { mailbox: mailboxOf(smtp) });
    worlds.push({ baseUrl: server.baseUrl, cookie, mails, ask });
  }
  const calm = await walkAll(worlds.slice(0, 1), performance.now() + 20_000);
  await pause(rest);
  const before = memory();
  let most = before;
  const look = (): void => {
    const now = memory();
    if (sum(now) > sum(most)) most = now;
  };
  const watch = setInterval(look, 1_000);
  const began = performance.now();
  const burst = setInterval(() => void worlds.forEach((world) => pileUp(world)), 15_000);
  const walked = await walkAll(worlds, began + lasts);
  clearInterval(burst);
  const took = (performance.now() - began) / 1000;
  const drained = await drain();
  await pause(rest);
  clearInterval(watch);
  const after = memory();
  wrong.push(...(await lookFor([...calm, ...walked], [server.baseUrl], databaseUrl())));
  if (sum(after) > sum(before) * 1.5) wrong.push('Memory did not come back to its level.');
  console.log(
    `${walked.length} journeys in ${took.toFixed(0)} s, ${(walked.length / took).toFixed(2)} a second; `,
  );
  console.log(`before, four at once: ${(calm.length / 20).toFixed(2)} a second.`);
  for (const [what, count] of Object.entries(totals)) console.log(`${what}: ${count}`);
  console.log(`the slowest answer: ${(slowest / 1000).toFixed(1)} s; the queue was empty after ${drained} s`);
  const shown = (mb: number[]): string => mb.map((one) => `${one.toFixed(0)} MB`).join(', ');
  console.log(`memory before, at most, afterwards: ${shown([before, most, after].map(sum))}`);
  for (const [at, kind] of kinds.entries())
    console.log(`  ${kind}: ${shown([before, most, after].map((mb) => mb[at]!))}`);
  for (const sentence of wrong) console.log(`WRONG ${sentence}`);
  if (wrong.length === 0) console.log('Everything acknowledged is there, once.');
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

function kindOf(pid: number): (typeof kinds)[number] {
  const command = commandOf(pid);
  if (command.includes('pdf-worker')) return 'PDF workers';
  return command.includes('server/main.ts') ? 'server' : 'PostgreSQL';
}

async function walkAll(worlds: readonly World[], until: number): Promise<(Walked & { cookie: string })[]> {
  const walked: (Walked & { cookie: string })[] = [];
  const walker = async (world: World): Promise<void> => {
    for (; performance.now() < until;)
      walked.push({ ...(await walk(world, load, (people += 1))), cookie: world.cookie });
  };
  await Promise.all(worlds.flatMap((world) => Array.from({ length: atOnce }, () => walker(world))));
  return walked;
}

/** Sixty concurrent requests of one account for the same list, without waiting for any of them. */
function pileUp(world: World): void {
  for (let sent = 0; sent < 60; sent += 1)
    void once(world.cookie, '/api/documents?q=lease').catch(() => undefined);
}

async function once(cookie: string, path: string): Promise<void> {
  const answer = await fetch(new URL(path, server.baseUrl), { headers: { cookie } });
  await answer.arrayBuffer();
  note(path, answer);
}

/** Retries a temporary refusal after the stated delay with the same key, like a well-behaved program. */
async function ask(path: string, init: RequestInit): Promise<Response> {
  const key = createHash('sha256')
    .update(`${path} ${(people += 1)}`)
    .digest('hex');
  const headers = { ...(init.headers as object), ...(init.method === 'POST' && { 'idempotency-key': key }) };
  for (;;) {
    const began = performance.now();
    const answer = await fetch(new URL(path, server.baseUrl), { ...init, headers }).catch((error: Error) => {
      if (!(error instanceof TypeError)) throw error;
      return undefined;
    });
    slowest = Math.max(slowest, performance.now() - began);
    if (!answer) totals['cut off'] = (totals['cut off'] ?? 0) + 1;
    // After a lost response, the first request with its key may still be running.
    else if (!note(path, answer) && !(await isUnderWay(answer))) return answer;
    await answer?.arrayBuffer();
    await pause(Math.min(Number(answer?.headers.get('retry-after') ?? 1), 30) * 1000);
  }
}

async function isUnderWay(answer: Response): Promise<boolean> {
  return answer.status === 409 && (await answer.clone().text()).includes('idempotency-key-running');
}

/** True if the response is a temporary refusal. */
function note(path: string, { status, headers }: Response): boolean {
  totals[String(status)] = (totals[String(status)] ?? 0) + 1;
  const where = path.replace(/[\w-]{20,}/g, '…');
  if (status >= 500 && status !== 503) wrong.push(`${where} was answered ${status}.`);
  if (status !== 429 && status !== 503) return false;
  if (!Number(headers.get('retry-after'))) wrong.push(`${where} was answered ${status} without Retry-After.`);
  return true;
}

/** Returns the seconds until nothing is due or running. */
async function drain(): Promise<string> {
  const began = performance.now();
  for (;;) {
    const rows = await runStatement<{ count: string }>(
      databaseUrl(),
      `SELECT count(*) FROM pgboss.job WHERE name <> 'failed-jobs'
          AND (state = 'active' OR (state IN ('created', 'retry') AND start_after <= now()))`,
    );
    const took = performance.now() - began;
    if (Number(rows[0]?.count) === 0) return (took / 1000).toFixed(1);
    if (took > maxDrainMs) {
      wrong.push(`${rows[0]?.count} jobs were left.`);
      return 'never';
    }
    await pause(500);
  }
}
