import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { asUser, clusterUser, giveTo } from './cluster-user.ts';
import { prepareDataDirectory } from './data-directory.ts';
import { endLeftOver } from './left-over.ts';
import { findPostgresPrograms, type PostgresPrograms } from './programs.ts';
import { makeSocketFolder } from './socket-folder.ts';

export interface RunningPostgres {
  /** postgres://… of a database in the cluster, by its superuser. */
  url(database: string): string;
  /** Checkpoint and end. Resolves when the directory may be opened by somebody else. */
  stop(): Promise<void>;
}

const superuser = 'countersign';
const START_WITHIN_MS = 60_000;
/** Neither values nor statements: they hold names, addresses and texts of documents. */
const quiet = { log_min_messages: 'fatal', log_min_error_statement: 'panic', log_error_verbosity: 'terse' };
/** Enough for the machine of one office; PostgreSQL's own defaults make a commit survive a power failure. */
const settings = {
  listen_addresses: '',
  shared_buffers: '32MB',
  max_connections: '60',
  max_wal_size: '256MB',
  // Nobody replicates from it.
  wal_level: 'minimal',
  max_wal_senders: '0',
  jit: 'off',
  timezone: 'UTC',
  cluster_name: 'countersign',
  ...quiet,
};

/**
 * The shell ends PostgreSQL when our end of its pipe closes: when we ask for it, and when we die in whatever way,
 * by kill -9 too. In a session of its own, since Ctrl-C is for us, who still have to answer what has been asked.
 */
const keeper = `exec 3<&0
"$@" </dev/null 3<&- & pid=$!
{ read -r _ <&3; kill -INT "$pid"; } 2>/dev/null & watcher=$!
wait "$pid"; code=$?
kill "$watcher" 2>/dev/null
exit "$code"`;

/**
 * Starts PostgreSQL's own server on a directory that this process has locked, made on the first start. It is reached
 * by a socket in a folder that is closed to everybody else, and is asked for no password there.
 *
 * `die` is called with a sentence when it ends by itself. Throws an Error with a sentence for the operator.
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
  await endLeftOver(directory);
  const socketFolder = await makeSocketFolder(directory, user);
  // It is a list of names, in which a comma or a quotation mark means something.
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
    if (!stopping) die(`The embedded database ended with code ${code}. ${kept.said()}`.trimEnd());
  });
  return { url, stop };
}

/** Where another process of ours serves this directory, the addresses of its databases. Undefined where nobody does. */
export function runningUrl(directory: string): ((database: string) => string) | undefined {
  const socketFolder = runningIn(directory);
  return socketFolder ? urlIn(socketFolder) : undefined;
}

/** The folder of its sockets, which stands on the fifth line of postmaster.pid. */
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
  /** Settings of PostgreSQL beside ours. */
  more?: Readonly<Record<string, string>>;
}

const environment = (): Record<string, string> => ({ PATH: process.env['PATH'] ?? '', LANG: 'C', TZ: 'UTC' });

/** Letters are compared by their code points on every machine, and have upper and lower case in every script. */
async function initialise({ initdb }: PostgresPrograms, prefix: string[], directory: string): Promise<void> {
  const collation = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const how = ['-D', directory, '-U', superuser, '-A', 'trust', '-E', 'UTF8', ...collation];
  const [program = initdb, ...words] = [...prefix, initdb, ...how];
  const child = spawn(program, words, { env: environment(), stdio: ['ignore', 'ignore', 'pipe'] });
  const said = lastWords(child);
  const code = await endOf(child);
  if (code !== 0) throw new Error(`The embedded database could not be made in ${directory}. ${said()}`);
}

interface Kept {
  child: ChildProcess;
  /** The exit code of PostgreSQL. */
  ended: Promise<number>;
  said(): string;
}

function keep(command: string[]): Kept {
  const child = spawn('/bin/sh', ['-c', keeper, 'sh', ...command], {
    env: environment(),
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  // The shell may be gone when its pipe is closed.
  child.stdin?.on('error', () => undefined);
  return { child, ended: endOf(child), said: lastWords(child) };
}

/**
 * Resolves to true once it answers, and to false where it has to be started again: when one before it was killed, its
 * helpers need some moments to see that, and PostgreSQL does not start beside them.
 */
async function answers(url: string, { ended, said }: Kept, latest: number): Promise<boolean> {
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
      if (over && said().includes('pre-existing shared memory block') && Date.now() < latest) return false;
      if (over || Date.now() > latest)
        throw new Error(`The embedded database did not start. ${said()}`.trimEnd(), { cause: error });
    }
  }
}

const endOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    child.once('error', () => resolve(127));
    child.once('close', (code) => resolve(code ?? 128));
  });

/** The end of what a program complained of. */
function lastWords(child: ChildProcess): () => string {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-1000)));
  child.on('error', (error) => (said += error.message));
  return () => said.trim();
}
