import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface SingleOwnerLock {
  release(): Promise<void>;
}

/**
 * Makes this process the only owner of a directory until it releases the lock or exits. The kernel releases
 * the lock on kill -9.
 *
 * PostgreSQL's own lock prevents two PostgreSQL servers in one directory. This lock prevents two Countersign
 * processes, because the second one would stop the first one's database. Replacing a stale lock file is racy,
 * so this lock consists of two parts that cannot become stale:
 * - a file lock of the operating system, held by an open SQLite transaction because Node.js has no flock. It
 *   works on every system, and between containers that share the volume but not the network namespace.
 * - on Linux, also an abstract socket named after the device and the real path. It remains when someone
 *   deletes the lock file of a running server.
 *
 * @throws Error with a message for the operator if the directory is in use.
 */
export async function acquireSingleOwnerLock(directory: string): Promise<SingleOwnerLock> {
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

/** Another process is using the directory. The message is for the operator. */
export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError';
}

function taken(directory: string): Error {
  return new DirectoryInUseError(
    `Another Countersign process is using ${directory}. Stop it first, ` +
      `or set DATABASE_URL to a PostgreSQL server to run several at once.`,
  );
}
