import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '#testing/servers/free-port.ts';
import { serverEnvironment } from '#testing/servers/server-environment.ts';

export interface RunningServer {
  baseUrl: string;
  dataDir: string;
  /** Returns the root certificate of this installation, as an operator would hand it out. */
  rootPem(): Promise<string>;
  /** Advances the server's clock by ms, if the server was started with `movableClock`. */
  moveClock(ms: number): Promise<void>;
  /** Stops the server as a supervisor does. Rejects unless it exits with 0. */
  stop(): Promise<void>;
}

export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Starts the product as in production: server/main.ts on a free port with only the given settings, and with a
 * temporary data folder unless one is given.
 */
export async function startRunningServer(
  keptDataDir?: string,
  settings: Record<string, string> = {},
  { movableClock = false }: { movableClock?: boolean } = {},
): Promise<RunningServer> {
  if (!existsSync(join(root, 'dist/web/index.html')))
    throw new Error('The client is not built: npm run build');
  const dataDir = keptDataDir ?? (await mkdtemp(join(tmpdir(), 'countersign-e2e-')));
  const port = await freePort();
  const preload = movableClock ? ['--import', join(root, 'e2e/support/movable-clock.ts')] : [];
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', '--max-semi-space-size=8', '--expose-gc', ...preload, 'server/main.ts'],
    {
      cwd: root,
      env: serverEnvironment(dataDir, port, settings),
      stdio: ['ignore', 'pipe', 'pipe', ...(movableClock ? ['ipc' as const] : [])],
    },
  );
  const log: string[] = [];
  child.stdout?.on('data', (chunk: Buffer) => log.push(chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => log.push(chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const baseUrl = `http://127.0.0.1:${port}`;
  await untilHealthy(child, `${baseUrl}/api/health`).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw new Error(`The server did not start.\n${log.join('')}`, { cause: error });
  });
  return {
    baseUrl,
    dataDir,
    rootPem: () => readFile(join(dataDir, 'keys/root.pem'), 'utf8'),
    async moveClock(ms) {
      const moved = once(child, 'message');
      child.send(ms);
      await moved;
    },
    async stop() {
      child.kill('SIGTERM');
      const code = await ended;
      // Errors that the server logged belong to the report, whatever the test results are.
      const complaints = log
        .join('')
        .split('\n')
        .filter((line) => line.includes('"level":'));
      if (complaints.length > 0) process.stdout.write(`The server logged:\n${complaints.join('\n')}\n`);
      if (code !== 0) throw new Error(`The server ended with ${code} on SIGTERM.\n${log.join('')}`);
      if (!keptDataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Three minutes, because the first start creates a database and a key, and the machine may be busy. */
async function untilHealthy(child: ChildProcess, address: string): Promise<void> {
  const latest = Date.now() + 180_000;
  while (Date.now() < latest) {
    if (child.exitCode !== null) throw new Error(`exit ${child.exitCode}`);
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok) return;
    await pause(100);
  }
  throw new Error('not healthy within three minutes');
}
