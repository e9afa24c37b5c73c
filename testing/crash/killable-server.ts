import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { serverEnvironment } from '../servers/server-environment.ts';

/** The same flags as in `npm start` (package.json). */
const memoryFlags = ['--max-semi-space-size=8', '--expose-gc'];
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The real server in a separate process, with a data folder that outlives it. */
export type KillableServer = {
  baseUrl: string;
  /**
   * Starts the server and resolves when it is ready, or to false if it was killed before. Throws if it exits
   * by itself.
   */
  start(): Promise<boolean>;
  /** Kills the server with SIGKILL. */
  kill(): Promise<void>;
  /** Everything on standard error, and log lines with the level warning or above. */
  complaints: string[];
};

/** `settings` are additional environment variables. */
export function killableServer(
  dataDir: string,
  port: number,
  settings: Record<string, string> = {},
): KillableServer {
  const baseUrl = `http://127.0.0.1:${port}`;
  const complaints: string[] = [];
  let child: ChildProcess | undefined;
  let killed = false;
  return {
    baseUrl,
    complaints,
    async start() {
      killed = false;
      child = spawn(process.execPath, [...memoryFlags, 'server/main.ts'], {
        cwd: root,
        env: serverEnvironment(dataDir, port, settings),
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const report = (chunk: Buffer): void => void complaints.push(chunk.toString());
      child.stderr?.on('data', report);
      const listening = new Promise<void>((resolve) => {
        child?.stdout?.on('data', (chunk: Buffer) => {
          if (chunk.includes('is running')) resolve();
          else report(chunk);
        });
      });
      const exited = once(child, 'exit').then(() => 'exited' as const);
      if ((await Promise.race([listening, exited])) !== 'exited') return true;
      if (killed) return false;
      throw new Error(`The server ended by itself.\n${complaints.slice(-20).join('')}`);
    },
    async kill() {
      killed = true;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
