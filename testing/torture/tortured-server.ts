import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serverEnvironment } from '../servers/server-environment.ts';
import type { Order, Trap } from './failpoints.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const redirect = fileURLToPath(new URL('redirect.ts', import.meta.url));

/** The real server in a separate process with controllable ports, and with a data folder that outlives it. */
export type TorturedServer = {
  /** URL of the server without the proxy. */
  baseUrl: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Sends SIGTERM and returns the exit status. */
  stop(): Promise<number | null>;
  /** Sends SIGSTOP and, after this time, SIGCONT. */
  freeze(ms: number): Promise<void>;
  order(order: Order): void;
  /**
   * Sets a trap. Returns true if it was hit the given number of times within this many milliseconds, or if
   * the server died of it.
   */
  spring(trap: Trap, withinMs: number): Promise<boolean>;
  runs(): boolean;
  /** Everything that it printed. */
  said: string[];
};

export function torturedServer(
  dataDir: string,
  port: number,
  settings: Record<string, string>,
): TorturedServer {
  const said: string[] = [];
  let child: ChildProcess | undefined;
  let met = 0;
  let obeyed = 0;
  const runs = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null;
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> => {
    if (!child || !runs()) return null;
    const ended = once(child, 'exit');
    child.kill(signal);
    const [code] = (await ended) as [number | null];
    return code;
  };
  const order = (given: Order): void => void (runs() && child?.connected && child.send(given));
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    said,
    runs,
    order,
    async start() {
      const started = spawn(process.execPath, ['--import', redirect, 'server/main.ts'], {
        cwd: root,
        env: serverEnvironment(dataDir, port, settings),
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      child = started;
      started.on('message', (message) => {
        if ((message as { obeyed?: true }).obeyed) obeyed += 1;
        else met += 1;
      });
      started.on('error', () => undefined);
      started.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
      const listening = new Promise<void>((resolve) => {
        started.stdout?.on('data', (chunk: Buffer) => {
          said.push(chunk.toString());
          if (chunk.includes('is running')) resolve();
        });
      });
      const exited = once(started, 'exit').then(() => 'exited' as const);
      if ((await Promise.race([listening, exited])) === 'exited')
        throw new Error(`The server ended by itself.\n${said.slice(-20).join('')}`);
    },
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    async freeze(ms) {
      child?.kill('SIGSTOP');
      await pause(ms);
      child?.kill('SIGCONT');
    },
    async spring(trap, withinMs) {
      met = 0;
      order({ trap });
      for (let waited = 0; waited < withinMs && met < trap.times && runs(); waited += 20) await pause(20);
      const before = obeyed;
      order({ trap: null });
      // The trap may still kill the server until its removal is acknowledged.
      while (runs() && obeyed === before) await pause(20);
      // A process that kills itself may not have reported the hit.
      if (trap.act === 'kill') return !runs();
      return met > 0;
    },
  };
}
