import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { giveTo, type ClusterUser } from './cluster-user.ts';

const socketName = '.s.PGSQL.5432';
/** Maximum length of a socket path on macOS. Linux allows 107. */
const maxPathLength = 103;

/**
 * Creates a private folder for the database socket. It is next to the data directory, where every process
 * with access to the data finds it. (/tmp may differ under systemd and in containers.) If the path is too
 * long or the file system has no sockets, systemd's runtime directory or /tmp is used.
 */
export async function createSocketFolder(directory: string, user: ClusterUser | undefined): Promise<string> {
  const adjacent = resolve(`${directory}.run`);
  const folder = (await takesSockets(adjacent)) ? adjacent : mkdtempSync(elsewhere());
  giveTo(user, folder);
  return folder;
}

function elsewhere(): string {
  // systemd separates multiple directories with colons.
  const [runtime] = process.env['RUNTIME_DIRECTORY']?.split(':') ?? [];
  return runtime ? join(runtime, 'postgres-') : join(tmpdir(), 'countersign-');
}

/** Creates the folder and checks that a socket can be created in it. */
async function takesSockets(folder: string): Promise<boolean> {
  const path = join(folder, socketName);
  if (Buffer.byteLength(path) > maxPathLength) return false;
  // A killed server left the folder behind. The process id in its lock file may belong to another program by
  // now.
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
