import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface SingleOwnerLock {
  release(): Promise<void>;
}

/**
 * Makes this process the only owner of a directory, until release or death; the kernel frees it on kill -9.
 *
 * PostgreSQL's own lock keeps two of its servers from one directory; this one keeps two of ours from it, of which
 * the later would end the server of the first. A lock file that is taken over when stale races, so neither half here
 * is ever stale:
 * - an OS file lock, held by an open SQLite transaction because Node has no flock of its own. It holds on
 *   every system, and between containers that share the volume but not the network namespace;
 * - on Linux also an abstract socket named after device and real path, which holds when someone deletes
 *   the lock file of a running server.
 *
 * Throws an Error with a sentence for the operator when the directory is taken.
 */
export async function takeSingleOwnerLock(directory: string): Promise<SingleOwnerLock> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const unlockFile = lockFile(directory);
  try {
    const releaseSocket = process.platform === 'linux' ? await bindSocket(directory) : undefined;
    return {
      async release() {
        await releaseSocket?.();
        unlockFile();
      },
    };
  } catch (error) {
    unlockFile();
    throw error;
  }
}

function lockFile(directory: string): () => void {
  const lock = new DatabaseSync(join(directory, 'owner.lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    const busy = (error as { errcode?: number }).errcode === 5; // SQLITE_BUSY
    throw busy ? taken(directory) : error;
  }
  return () => lock.close();
}

function bindSocket(directory: string): Promise<() => Promise<void>> {
  const path = realpathSync(directory);
  const name = createHash('sha256')
    .update(`${statSync(path).dev}:${path}`)
    .digest('hex')
    .slice(0, 40);
  const server = createServer((socket) => socket.destroy());
  server.unref();
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? taken(directory) : error),
    );
    server.listen({ path: `\0countersign-${name}` }, () =>
      resolve(() => new Promise((closed) => server.close(() => closed()))),
    );
  });
}

/** A sentence for the operator: somebody else is at work on this folder. */
export class DirectoryTakenError extends Error {
  override readonly name = 'DirectoryTakenError';
}

function taken(directory: string): Error {
  return new DirectoryTakenError(
    `Another Countersign process is using ${directory}. Stop it first, ` +
      `or set DATABASE_URL to a PostgreSQL server to run several at once.`,
  );
}
