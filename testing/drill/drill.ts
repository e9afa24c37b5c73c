import { randomBytes, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { outboxOf } from '../confirm-address.ts';
import { beBusy, finishDocument, type World } from '../crash/busy-client.ts';
import { checkEntry, checkSealed } from '../crash/check-ledger.ts';
import { freePort } from '../servers/free-port.ts';
import { openGate, type Gate } from '../crash/gate.ts';
import { killableServer } from '../crash/killable-server.ts';
import { newLedger, type Entry } from '../crash/ledger.ts';
import { outboxMails } from '../crash/outbox-mails.ts';
import { randomFrom } from '../crash/random-from.ts';
import { unpackDataFolder } from '../kept/pack.ts';
import { findPostgres, runStatement, startPostgres, type PostgresCluster } from '../postgres.ts';
import { s3Credentials, startS3Server, type S3Server } from '../servers/s3-server.ts';
import { serverEnvironment } from '../servers/server-environment.ts';
import { runPulled, type Pulls } from './run-pulled.ts';

export type DrillOptions = {
  /** How often each command is killed before it may finish. */
  pulls: number;
  seed: number;
  /** Number of completed documents before the first backup. */
  documents?: number;
  say?: (line: string) => void;
};

export type DrillReport = {
  /** Number of kills in each step. */
  pulled: Record<string, number>;
  documents: number;
  /** Number of sealed files verified in all installations. */
  judged: number;
  faults: string[];
};

/** Folder and settings of an installation. */
type Installation = { dataDir: string; settings: Record<string, string> };

type Game = Pulls & {
  folder: string;
  port: number;
  cluster: PostgresCluster;
  bucket: S3Server;
  world: World;
  gate: Gate;
  report: DrillReport;
  random: () => number;
  say: (line: string) => void;
};

/**
 * Runs the drill of docs/operations.md with its actual commands: a backup of a running server, restored into
 * a folder and into PostgreSQL; the move to PostgreSQL and a bucket; the rotation of the file and sealing
 * keys; and the upgrade of an earlier version's folder. Each command is killed at random moments and
 * restarted. Each step must end with a complete verification, all acknowledged facts must still be true, and
 * partly signed documents must be signed and sealed.
 */
export async function drill({
  pulls,
  seed,
  documents = 6,
  say = () => undefined,
}: DrillOptions): Promise<DrillReport> {
  const binaries = findPostgres();
  if (!binaries) throw new Error('The drill needs a PostgreSQL server on this machine.');
  const folder = await mkdtemp(join(tmpdir(), 'countersign-drill-'));
  const [cluster, bucket] = [await startPostgres(binaries), await startS3Server({ page: 20 })];
  const [port, random, gate] = [await freePort(), randomFrom(seed), openGate()];
  const report: DrillReport = { pulled: {}, documents: 0, judged: 0, faults: [] };
  const world = worldOf({ dataDir: join(folder, 'first'), settings: {} }, port, gate);
  const game: Game = {
    folder,
    port,
    cluster,
    bucket,
    world,
    gate,
    report,
    pulls,
    random,
    say,
    moment: () => 0,
  };
  const fault = (error: unknown): void =>
    void report.faults.push(error instanceof Error ? error.message : String(error));
  const clients = Array.from({ length: 3 }, () => beBusy(world).catch(fault));
  try {
    const kept = await backUpWhileWorking(game, documents);
    await restore(game, 'into a folder', { dataDir: join(folder, 'second'), settings: {} }, kept);
    const settings = { DATABASE_URL: await newDatabase(cluster, 'restored') };
    await restore(game, 'into PostgreSQL', { dataDir: join(folder, 'third'), settings }, kept);
    await changeKeys(game, await move(game));
    await upgrade(game);
  } catch (error) {
    fault(error);
  } finally {
    gate.end();
    await Promise.all(clients);
    await Promise.all([cluster.stop(), bucket.stop()]);
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
  report.documents = world.ledger.entries.length;
  return report;
}

function worldOf({ dataDir }: Installation, port: number, gate: Gate): World {
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    ledger: newLedger(),
    goOn: gate.pass,
    mails: outboxMails(dataDir),
    mailbox: outboxOf(dataDir),
    documentsPerAccount: 3,
  };
}

/** Returns everything that had been acknowledged when the backup began. */
async function backUpWhileWorking(
  game: Game,
  documents: number,
): Promise<{ backup: string; entries: Entry[] }> {
  const here = { dataDir: join(game.folder, 'first'), settings: {} };
  const server = killableServer(here.dataDir, game.port, here.settings);
  const backup = join(game.folder, 'backup');
  await server.start();
  game.gate.open();
  await untilCompleted(game, documents);
  const entries = structuredClone(game.world.ledger.entries);
  const began = performance.now();
  await lookThrough(game, here);
  // Kills are spread from shortly after the command's start to about its end, however fast the machine is.
  const usual = performance.now() - began;
  game.moment = () => 200 + game.random() * usual;
  // Unlike the others, this command cannot be restarted after it has finished, because it never overwrites a
  // complete backup.
  const asOnce = { ...game, doneBefore: /contains the backup of/ };
  await step(asOnce, 'backup of a server that works', here, ['backup', '--', backup]);
  game.gate.close();
  await server.kill();
  await runPulled(['backup', '--', 'check', backup], environmentOf(game, here));
  return { backup, entries };
}

async function restore(
  game: Game,
  where: string,
  here: Installation,
  kept: { backup: string; entries: Entry[] },
): Promise<void> {
  await step(game, `restore ${where}`, here, ['restore', '--', kept.backup]);
  const server = killableServer(here.dataDir, game.port, here.settings);
  await server.start();
  // The restored server is independent. A document signed here is not signed on the first server.
  const world = { ...worldOf(here, game.port, game.gate), goOn: async () => true };
  const entries = structuredClone(kept.entries);
  for (const entry of entries) {
    game.report.faults.push(...(await checkEntry(world.baseUrl, entry)));
    if (entry.sent) await finishDocument(world, entry);
  }
  await judge(game, here, world, entries);
  await server.kill();
}

/** Moves the first installation to PostgreSQL and a bucket, where the clients continue. */
async function move(game: Game): Promise<Installation> {
  const { accessKeyId, secretAccessKey } = s3Credentials;
  const here = {
    dataDir: join(game.folder, 'first'),
    settings: {
      DATABASE_URL: await newDatabase(game.cluster, 'moved'),
      S3_BUCKET: game.bucket.bucket,
      S3_ENDPOINT: game.bucket.endpoint,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
  };
  await step(game, 'move to PostgreSQL and a bucket', here, ['move']);
  await goOnWorking(game, here);
  return here;
}

/** These commands do not end with a long verification. */
const quick = 0.4;

async function changeKeys(game: Game, before: Installation): Promise<void> {
  const [first, second] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
  const under = (keys: Record<string, string>): Installation => ({
    ...before,
    settings: { ...before.settings, ...keys },
  });
  const apply = ['files-key', '--', 'apply'];
  await step(game, 'files encrypted', under({ FILES_KEY: first }), apply, quick);
  await goOnWorking(game, under({ FILES_KEY: first }));
  const both = { FILES_KEY: second, FILES_KEY_PREVIOUS: first };
  await step(game, 'key of the files changed', under(both), apply, quick);
  const here = under({ FILES_KEY: second });
  await goOnWorking(game, here);
  const rootKey = join(game.folder, 'root-key.pem');
  const began = performance.now();
  await runPulled(['seal-key'], environmentOf(game, here));
  // These commands take little longer than showing the key, so they must be killed within the time that
  // showing the key takes.
  const duration = performance.now() - began;
  const soon = { ...game, moment: () => duration * (0.4 + game.random() / 2) };
  await step(soon, 'root key put away', here, ['seal-key', '--', 'put-away', rootKey], 1);
  await step(soon, 'sealing key renewed', here, ['seal-key', '--', 'renew', '--root-key', rootKey], 1);
  await goOnWorking(game, here);
}

/** A current server opens a folder from an earlier version and is killed during the upgrade. */
async function upgrade(game: Game): Promise<void> {
  const here = { dataDir: join(game.folder, 'old'), settings: {} };
  unpackDataFolder('0.1.0', here.dataDir);
  const server = killableServer(here.dataDir, game.port, here.settings);
  let pulled = 0;
  for (; pulled < game.pulls; pulled += 1) {
    const started = server.start();
    await pause(100 + game.random() * 2000);
    await server.kill();
    await started;
  }
  await server.start();
  await lookThrough(game, here);
  await server.kill();
  game.report.pulled['upgrade of an old folder'] = pulled;
  game.say(`upgrade of an old folder: pulled ${pulled} times`);
}

/** `share` is the fraction of the usual time after which the last kill comes. */
async function step(
  game: Game,
  name: string,
  here: Installation,
  line: string[],
  share = 0.7,
): Promise<void> {
  const { pulls, moment, doneBefore } = game;
  const pull = { pulls, doneBefore, moment: () => moment() * share };
  const { pulled } = await runPulled(line, environmentOf(game, here), pull);
  game.report.pulled[name] = pulled;
  game.say(`${name}: pulled ${pulled} times`);
  await lookThrough(game, here);
}

/**
 * Runs a server on the current state. All acknowledged facts must still exist, unfinished work must be
 * completed, and more documents are created.
 */
async function goOnWorking(game: Game, here: Installation): Promise<void> {
  const { world, gate, report } = game;
  const server = killableServer(here.dataDir, game.port, here.settings);
  await server.start();
  for (const entry of world.ledger.entries) report.faults.push(...(await checkEntry(world.baseUrl, entry)));
  gate.open();
  await untilCompleted(game, completedIn(world.ledger.entries).length + 3);
  gate.close();
  await judge(game, here, world, world.ledger.entries);
  await server.kill();
}

async function judge(game: Game, { dataDir }: Installation, world: World, entries: Entry[]): Promise<void> {
  const root = new X509Certificate(await readFile(join(dataDir, 'keys/root.pem'), 'utf8')).raw;
  const sealed = completedIn(entries);
  for (const entry of sealed)
    game.report.faults.push(...(await checkSealed(world.baseUrl, entry, { root, mails: world.mails })));
  game.report.judged += sealed.length;
}

async function lookThrough(game: Game, here: Installation): Promise<void> {
  await runPulled(['verify-database'], environmentOf(game, here));
}

function environmentOf({ port }: Game, { dataDir, settings }: Installation): NodeJS.ProcessEnv {
  return serverEnvironment(dataDir, port, settings);
}

async function newDatabase(cluster: PostgresCluster, name: string): Promise<string> {
  await runStatement(cluster.url('postgres'), `CREATE DATABASE ${name}`);
  return cluster.url(name);
}

const completedIn = (entries: Entry[]): Entry[] =>
  entries.filter(({ sealedSha256 }) => sealedSha256 !== undefined);

/** Maximum time in milliseconds in which a slow machine completes the required documents. */
const patience = 240_000;

async function untilCompleted({ world, report }: Game, count: number): Promise<void> {
  const latest = Date.now() + patience;
  while (completedIn(world.ledger.entries).length < count) {
    if (report.faults.length > 0) throw new Error('It went no further.');
    if (Date.now() > latest) throw new Error(`No ${count} documents were completed in ${patience / 1000} s.`);
    await pause(50);
  }
}
