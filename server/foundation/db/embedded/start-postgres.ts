import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { asUser, clusterUser, giveTo } from './cluster-user.ts';
import { prepareDataDirectory } from './data-directory.ts';
import { stopOrphanedPostgres } from './left-over.ts';
import { findPostgresPrograms, type PostgresPrograms } from './programs.ts';
import { createSocketFolder } from './socket-folder.ts';

export interface RunningPostgres {
  /** postgres://… URL of a database in the cluster, as superuser. */
  url(database: string): string;
  /** Writes a checkpoint and stops PostgreSQL. Resolves when another process may open the directory. */
  stop(): Promise<void>;
}

const superuser = 'countersign';
const START_WITHIN_MS = 60_000;
/** Values and statements are not logged, because they contain names, addresses and document text. */
const quiet = { log_min_messages: 'fatal', log_min_error_statement: 'panic', log_error_verbosity: 'terse' };
/** Sized for a small office machine. By default, PostgreSQL's commits already survive a power failure. */
const settings = {
  listen_addresses: '',
  shared_buffers: '32MB',
  max_connections: '60',
  max_wal_size: '256MB',
  // A single server has no replicas.
  wal_level: 'minimal',
  max_wal_senders: '0',
  jit: 'off',
  timezone: 'UTC',
  cluster_name: 'countersign',
  ...quiet,
};

/**
 * The shell stops PostgreSQL when our end of its pipe closes: on request, or when this process dies, even by
 * kill -9. The shell runs in its own session, because after Ctrl-C this process must first finish its
 * requests.
 */
const keeper = `exec 3<&0
"$@" </dev/null 3<&- & pid=$!
{ read -r _ <&3; kill -INT "$pid"; } 2>/dev/null & watcher=$!
wait "$pid"; code=$?
kill "$watcher" 2>/dev/null
exit "$code"`;

/**
 * Starts PostgreSQL on a directory that this process has locked, and creates the directory on first start.
 * Clients connect through a socket in a private folder, without a password. Calls `die` with a message if
 * PostgreSQL exits unexpectedly.
 * @throws Error with a message for the operator.
 */
export async function startPostgres(
  directory: string,
  { die, programs = findPostgresPrograms(), more = {} }: StartOptions,
): Promise<RunningPostgres> {
  const user = clusterUser(directory);
  await prepareDataDirectory(directory, async (unfinished) => {
    giveTo(user, unfinished);
    await initialise(programs, asUser(user), unfinished);
  });
  await stopOrphanedPostgres(directory);
  const socketFolder = await createSocketFolder(directory, user);
  // This setting is a list of names, so commas and quotation marks are special.
  const quoted = `"${socketFolder.replaceAll('"', '""')}"`;
  const given = { ...settings, unix_socket_directories: quoted, ...more };
  const options = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [...asUser(user), programs.postgres, '-D', directory, ...options];
  const url = urlIn(socketFolder);

  let kept = keep(command);
  let stopping = false;
  const stop = async (): Promise<void> => {
    stopping = true;
    kept.child.stdin?.end();
    await kept.ended;
    rmSync(socketFolder, { recursive: true, force: true });
  };
  try {
    const latest = Date.now() + START_WITHIN_MS;
    while (!(await answers(url('postgres'), kept, latest))) kept = keep(command);
  } catch (error) {
    await stop();
    throw error;
  }
  void kept.ended.then((code) => {
    if (!stopping) die(`The embedded database ended with code ${code}. ${kept.lastOutput()}`.trimEnd());
  });
  return { url, stop };
}

/** Returns the database URLs if another Countersign process serves this directory; otherwise undefined. */
export function runningUrl(directory: string): ((database: string) => string) | undefined {
  const socketFolder = runningIn(directory);
  return socketFolder ? urlIn(socketFolder) : undefined;
}

/** Reads the socket folder from the fifth line of postmaster.pid. */
export function runningIn(directory: string): string | undefined {
  const file = join(directory, 'postmaster.pid');
  return (existsSync(file) && readFileSync(file, 'utf8').split('\n')[4]) || undefined;
}

const urlIn =
  (socketFolder: string) =>
  (database: string): string =>
    `postgres://${superuser}@${encodeURIComponent(socketFolder)}/${encodeURIComponent(database)}`;

interface StartOptions {
  die: (reason: string) => void;
  programs?: PostgresPrograms;
  /** Additional PostgreSQL settings. */
  more?: Readonly<Record<string, string>>;
}

const environment = (): Record<string, string> => ({ PATH: process.env['PATH'] ?? '', LANG: 'C', TZ: 'UTC' });

/** Text is sorted by code point on every machine, and upper and lower case work in every script. */
async function initialise({ initdb }: PostgresPrograms, prefix: string[], directory: string): Promise<void> {
  const collation = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const how = ['-D', directory, '-U', superuser, '-A', 'trust', '-E', 'UTF8', ...collation];
  const [program = initdb, ...words] = [...prefix, initdb, ...how];
  const child = spawn(program, words, { env: environment(), stdio: ['ignore', 'ignore', 'pipe'] });
  const lastOutput = recentOutputOf(child);
  const code = await endOf(child);
  if (code !== 0)
    throw new Error(`The embedded database could not be created in ${directory}. ${lastOutput()}`);
}

interface Kept {
  child: ChildProcess;
  /** PostgreSQL's exit code. */
  ended: Promise<number>;
  lastOutput(): string;
}

function keep(command: string[]): Kept {
  const child = spawn('/bin/sh', ['-c', keeper, 'sh', ...command], {
    env: environment(),
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  // The shell may have exited before its pipe is closed.
  child.stdin?.on('error', () => undefined);
  return { child, ended: endOf(child), lastOutput: recentOutputOf(child) };
}

/**
 * Resolves to true when PostgreSQL accepts connections, or to false if it must be started again. The helper
 * processes of a killed PostgreSQL take a moment to exit, and a new one does not start before that.
 */
async function answers(url: string, { ended, lastOutput }: Kept, latest: number): Promise<boolean> {
  let over = false;
  void ended.then(() => (over = true));
  for (;;) {
    const client = new pg.Client(url);
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch (error) {
      await pause(20);
      if (over && lastOutput().includes('pre-existing shared memory block') && Date.now() < latest)
        return false;
      if (over || Date.now() > latest)
        throw new Error(`The embedded database did not start. ${lastOutput()}`.trimEnd(), { cause: error });
    }
  }
}

const endOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    child.once('error', () => resolve(127));
    child.once('close', (code) => resolve(code ?? 128));
  });

/** Returns the last lines of a program's error output. */
function recentOutputOf(child: ChildProcess): () => string {
  let lastOutput = '';
  child.stderr?.on('data', (chunk: Buffer) => (lastOutput = (lastOutput + chunk.toString()).slice(-1000)));
  child.on('error', (error) => (lastOutput += error.message));
  return () => lastOutput.trim();
}
