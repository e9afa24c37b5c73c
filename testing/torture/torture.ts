import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runningUrl } from '#server/foundation/db/embedded/start-postgres.ts';
import { beBusy } from '../crash/busy-client.ts';
import { freePort } from '../servers/free-port.ts';
import { newLedger, type Ledger } from '../crash/ledger.ts';
import { randomFrom } from '../crash/random-from.ts';
import { mailboxOf } from '../confirm-address.ts';
import { findPostgres, runStatement, startPostgres } from '../postgres.ts';
import { chooseFault, killed } from './faults.ts';
import { openFaultProxy } from './fault-proxy.ts';
import type { Game } from './game.ts';
import { checkFinalState, checkNow, watchLog } from './invariants.ts';
import { openOutside } from './outside.ts';
import { torturedServer } from './tortured-server.ts';

export type TortureOptions = {
  faults: number;
  /** The run continues with more faults until clients have started this many documents. */
  documents?: number;
  seed: number;
  database: 'embedded' | 'postgres';
  /** Skips everything that takes minutes, and uses fewer clients. */
  short?: boolean;
  /** Ends the faults after this many minutes, however many there were. */
  minutes?: number;
  /** Number of clients that prepare, send and sign concurrently. */
  clients?: number;
  say?: (line: string) => void;
};

export type TortureReport = {
  /** How often each kind of fault occurred. */
  met: Record<string, number>;
  documents: number;
  completed: number;
  acknowledged: number;
  mails: number;
  mailsTwice: number;
  webhooks: number;
  /** 5xx responses to clients, by status and code. The clients retried these requests. */
  refusals: Record<string, number>;
  broken: string[];
  seconds: number;
};

/** Maximum time in milliseconds for the first document under faults. */
const patience = 240_000;

const completedIn = ({ entries }: Ledger): number =>
  entries.filter(({ sealedSha256 }) => sealedSha256 !== undefined).length;

/**
 * Runs clients and faults all the time. After each fault, checks everything that was ever acknowledged
 * (I1–I10). The same seed chooses the same faults in the same order, as far as the machine allows.
 */
export async function torture(options: TortureOptions): Promise<TortureReport> {
  const { database, seed, say = () => undefined } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-torture-'));
  const binaries = findPostgres();
  if (database === 'postgres' && !binaries) throw new Error('PostgreSQL is not installed here.');
  const cluster = database === 'postgres' ? await startPostgres(binaries!) : undefined;
  if (cluster) await runStatement(cluster.url('postgres'), 'CREATE DATABASE torture');
  const outside = await openOutside();
  const port = await freePort();
  const proxy = await openFaultProxy(port);
  const roots = join(dataDir, 'time-roots.pem');
  await writeFile(roots, outside.authority.rootPem);
  const server = torturedServer(dataDir, port, {
    PUBLIC_URL: proxy.baseUrl,
    SMTP_URL: outside.smtp.url,
    PLANS: 'off',
    WEBHOOK_LOOPBACK: 'allowed',
    TSA_URLS: outside.authority.url,
    TSA_ROOTS_FILE: roots,
    SUPPORT_EMAIL: 'help@hosting.example',
    ...(cluster && { DATABASE_URL: cluster.url('torture') }),
  });
  const databaseUrl = (): string =>
    cluster?.url('torture') ?? runningUrl(join(dataDir, 'postgres'))?.('countersign') ?? '';
  const game: Game = {
    server,
    outside,
    proxy,
    dataDir,
    databaseUrl,
    ledger: newLedger(),
    random: randomFrom(seed),
    short: options.short ?? false,
    mayFailUntil: 0,
    mailsLost: 0,
    async restart() {
      await server.kill();
      await server.start();
    },
    stop: async () => undefined,
  };
  try {
    await server.start();
    return await play(game, options, say);
  } finally {
    await server.kill();
    await Promise.all([outside.close(), proxy.close(), cluster?.stop()]);
    // PostgreSQL may still be stopping and write a last file.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

async function play(
  game: Game,
  { faults, documents = 0, short = false, minutes = Infinity, clients: many = short ? 2 : 6 }: TortureOptions,
  say: (line: string) => void,
): Promise<TortureReport> {
  const { server, ledger, outside, proxy } = game;
  const began = Date.now();
  const broken: string[] = [];
  const met: Record<string, number> = {};
  const refusals: Record<string, number> = {};
  let over = false;
  let failed: Error | undefined;
  game.stop = async () => {
    const status = await server.stop();
    if (status !== 0) broken.push(`after SIGTERM it ended with ${status}`);
  };
  const world = {
    baseUrl: proxy.baseUrl,
    ledger,
    mails: outside.mails,
    mailbox: mailboxOf(outside.smtp),
    goOn: async () => !over,
    webhook: outside.receiver.url,
    documentsPerAccount: short ? 1 : 20,
    forgives(status: number, code: string, requestedAt: number): boolean {
      refusals[`${status} ${code}`] = (refusals[`${status} ${code}`] ?? 0) + 1;
      // A 408 means that the server was paused, so it read the request too late.
      if (status === 503 || status === 429) return true;
      return (status === 408 || status >= 500) && requestedAt < game.mayFailUntil;
    },
  };
  const clients = Array.from({ length: many }, () => beBusy(world).catch((error: Error) => (failed = error)));
  const log = watchLog(game);
  for (
    let count = 0, tried = 0;
    (count < faults || ledger.entries.length < documents) &&
    broken.length === 0 &&
    !failed &&
    tried < Math.max(count, faults) * 4 &&
    Date.now() < began + minutes * 60_000;
    tried += 1
  ) {
    // However few faults there are, the last one kills the process.
    const fault = count === faults - 1 ? killed : chooseFault(game.random);
    const done = await fault.play(game).catch((error: Error) => {
      broken.push(`${fault.name}: ${error.message}`);
      return undefined;
    });
    if (done === undefined) continue;
    count += 1;
    met[fault.name] = (met[fault.name] ?? 0) + 1;
    if (!server.runs()) broken.push(`the server is gone after ${done}`);
    else broken.push(...(await checkNow(game)), ...(await log()));
    say(
      `${count} ${fault.name}: ${done}; ${ledger.acknowledged} acknowledged, ${ledger.entries.length} documents`,
    );
  }
  // At least one document must be completed, even if the faults followed each other quickly.
  for (const latest = Date.now() + patience; Date.now() < latest; await pause(50))
    if (broken.length > 0 || failed || completedIn(ledger) > 0) break;
  over = true;
  await Promise.all(clients);
  if (failed) broken.push(`a client met ${failed.message}`);
  for (const sentence of broken) say(`BROKEN ${sentence}`);
  if (broken.length > 0) for (const line of server.said.slice(-15)) say(`server: ${line.trim()}`);
  broken.push(
    ...(await checkFinalState(game, met).catch((error: Error) => [`at the end: ${error.message}`])),
  );
  return {
    met,
    refusals,
    broken,
    acknowledged: ledger.acknowledged,
    documents: ledger.entries.filter(({ id }) => id !== undefined).length,
    completed: completedIn(ledger),
    mails: (await outside.mails()).length,
    mailsTwice: outside.repeated(),
    webhooks: outside.receiver.ids.size,
    seconds: Math.round((Date.now() - began) / 1000),
  };
}
