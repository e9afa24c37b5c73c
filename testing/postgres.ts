import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, constants, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';

export interface PostgresCluster {
  /** postgres://… URL of a database in the cluster. */
  url(database: string): string;
  stop(): Promise<void>;
}

/**
 * Returns the folder with `initdb` and `postgres`: on PATH, or where Debian installs them (the newest
 * version).
 */
export function findPostgres(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...subfolders(debian)
      .sort((a, b) => Number(b) - Number(a))
      .map((generation) => join(debian, generation, 'bin')),
  ];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => isExecutable(join(folder, name))));
}

/**
 * Starts a temporary cluster with the safe default settings, which is reachable only through a Unix socket.
 * JIT compilation is off, because in new tables without statistics it takes longer than the queries.
 * Autovacuum is off too, because it would visit hundreds of short-lived databases. The cluster stops and
 * removes itself when the process that started it ends, even by kill -9.
 */
export async function startPostgres(
  binaries: string,
  { sharedBuffers = '64MB' }: { /** Size of PostgreSQL's shared buffers. */ sharedBuffers?: string } = {},
): Promise<PostgresCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-pg-'));
  const user = unprivileged();
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(join(binaries, 'initdb'), initdb, {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });

  const server = [join(binaries, 'postgres'), '-D', data, '-k', folder, '-c', 'listen_addresses='];
  const settings = ['max_connections=200', `shared_buffers=${sharedBuffers}`, 'jit=off', 'autovacuum=off'];
  server.push(...settings.flatMap((setting) => ['-c', setting]));
  // The shell reads our pipe, which closes however this process ends, and then stops the server immediately
  // (QUIT), because its data is no longer needed.
  const script = `folder=$1; shift; "$@" </dev/null >"$folder/log" 2>&1 & pid=$!; read -r _
    kill -QUIT $pid; wait $pid; rm -rf "$folder"`;
  const shell = spawn('sh', ['-c', script, 'sh', folder, ...server], { ...user, cwd: folder, stdio: 'pipe' });
  shell.stderr.pipe(process.stderr);
  const url = (database: string): string => `postgres://postgres@${encodeURIComponent(folder)}/${database}`;
  await untilAnswers(url('postgres'), () => shell.exitCode !== null);
  return {
    url,
    async stop() {
      const ended = once(shell, 'exit');
      shell.stdin.end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs one statement in a separate connection. */
export const runStatement = <Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> =>
  runStatements<Row>(url, sql);

/**
 * Runs statements in a separate connection, each in its own transaction. Returns the rows of the last one.
 */
export async function runStatements<Row extends pg.QueryResultRow>(
  url: string,
  ...statements: string[]
): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const sql of statements) rows = (await client.query<Row>(sql)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

async function untilAnswers(url: string, ended: () => boolean): Promise<void> {
  for (;;) {
    try {
      await runStatement(url, 'SELECT 1');
      return;
    } catch (error) {
      if (ended()) throw new Error('The throw-away PostgreSQL did not start.', { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** PostgreSQL refuses to run as root. In that case, it runs as the user that its package has created. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function subfolders(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
