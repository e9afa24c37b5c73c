import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';
import { serverEnvironment } from './server-environment.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** `status` is undefined while the server is running. */
export type RunServer = { status: number | undefined; output: string; port: number; stop(): Promise<void> };

/**
 * Starts a program as a process and returns when it listens or has ended. The process is killed at the end of
 * the test at the latest.
 */
export async function runServer(
  dataDir: string,
  { PORT = '', ...settings }: Record<string, string> = {},
): Promise<RunServer> {
  const port = PORT === '' ? await freePort() : Number(PORT);
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: serverEnvironment(dataDir, port, settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)));
  const listening = new Promise<undefined>((resolve) => {
    const hear = (chunk: Buffer): void => {
      output += chunk.toString();
      if (output.includes('is running')) resolve(undefined);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  onTestFinished(stop);
  const status = await Promise.race([listening, ended]);
  return { status, output, port, stop };
}
