import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { giveTo, type ClusterUser } from './cluster-user.ts';

const socketName = '.s.PGSQL.5432';
/** An address of a socket is no longer than this, on macOS; Linux has 107. */
const longestPath = 103;

/**
 * A folder for the socket of the database in this directory, closed to everybody but its user. It lies beside the
 * directory, where whoever has the data folder finds it: under systemd, and in another container, /tmp is another one.
 * Where the path is too long, or the file system takes no sockets, it lies in systemd's folder for the service, or in /tmp.
 */
export async function makeSocketFolder(directory: string, user: ClusterUser | undefined): Promise<string> {
  const beside = resolve(`${directory}.run`);
  const folder = (await takesSockets(beside)) ? beside : mkdtempSync(elsewhere());
  giveTo(user, folder);
  return folder;
}

function elsewhere(): string {
  // Several are told with colons between them.
  const [runtime] = process.env['RUNTIME_DIRECTORY']?.split(':') ?? [];
  return runtime ? join(runtime, 'postgres-') : join(tmpdir(), 'countersign-');
}

/** Makes the folder, and tries there what PostgreSQL does with its socket. */
async function takesSockets(folder: string): Promise<boolean> {
  const path = join(folder, socketName);
  if (Buffer.byteLength(path) > longestPath) return false;
  // A server that was killed left it: another program may have got the number in its lock file since.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  const tried = await new Promise<boolean>((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(path, () => {
      const isOpen = canBeOpened(path);
      server.close(() => done(isOpen));
    });
  });
  if (!tried) rmSync(folder, { recursive: true, force: true });
  return tried;
}

function canBeOpened(path: string): boolean {
  try {
    chmodSync(path, 0o777);
    return true;
  } catch {
    return false;
  }
}
