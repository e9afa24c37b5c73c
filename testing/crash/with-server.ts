import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { killableServer, type KillableServer } from './killable-server.ts';

/** Does something with a server on a data folder of its own; neither is left afterwards. */
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
    // Its PostgreSQL is still ending, and may write a last file meanwhile.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
