import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../servers/free-port.ts';
import { killableServer, type KillableServer } from './killable-server.ts';

/** Runs a function with a server on a temporary data folder, and then removes both. */
export async function withServer<T>(
  settings: Record<string, string>,
  use: (server: KillableServer, dataDir: string) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-server-'));
  const server = killableServer(dataDir, await freePort(), settings);
  try {
    return await use(server, dataDir);
  } finally {
    await server.kill();
    // PostgreSQL may still be stopping and write a last file.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
