import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { giveTo, type ClusterUser } from './cluster-user.ts';

const socketName = '.s.PGSQL.5432';
/** Maximum length of a socket path on macOS; Linux allows 107. */
const maxPathLength = 103;

/**
 * Creates a private folder for the database socket. It is next to the data directory, where other processes
 * with access to the data find it, because /tmp may differ under systemd and in containers. If the path is
 * too long or the file system does not support sockets, it is in systemd's runtime directory or in /tmp.
 */
export async function createSocketFolder(directory: string, user: ClusterUser | undefined): Promise<string> {
  const beside = resolve(`${directory}.run`);
  const folder = (await takesSockets(beside)) ? beside : mkdtempSync(elsewhere());
  giveTo(user, folder);
  return folder;
}

function elsewhere(): string {
  // systemd separates several directories with colons.
  const [runtime] = process.env['RUNTIME_DIRECTORY']?.split(':') ?? [];
  return runtime ? join(runtime, 'postgres-') : join(tmpdir(), 'countersign-');
}

/** Creates the folder and tests whether a socket can be created in it. */
async function takesSockets(folder: string): Promise<boolean> {
  const path = join(folder, socketName);
  if (Buffer.byteLength(path) > maxPathLength) return false;
  // Left behind by a killed server. Another program may have reused the process id in its lock file.
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
