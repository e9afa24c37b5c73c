import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fontConfigName } from './font-config.ts';

export type Ending = {
  timedOut: boolean;
  exitCode: number | null;
  exitSignal: string | null;
  /** Elapsed time in seconds. */
  seconds: number;
};

type Confinement = { folder: string; timeoutMs: number; signal: AbortSignal | undefined };

/**
 * Shell script that kills the whole process group when this process exits in any way. It reads the third file
 * descriptor, whose other end only this process has open. The command runs at lower priority than the server.
 * Where the system schedules process groups, the group's priority is lowered too.
 */
const supervised = [
  '/bin/sh',
  '-c',
  [
    '(echo 8 >/proc/self/autogroup) 2>/dev/null',
    '{ read -r _ <&3; kill -KILL 0; } &',
    'exec nice -n 8 "$@" 3<&-',
  ].join('\n'),
  'sh',
];

/**
 * Runs a command that must not learn anything about the server: its environment has no secrets and no home
 * directory, and its temporary files are in `folder`. It leads a process group that is killed when the
 * command ends, times out or is aborted, and when this process exits.
 */
export function runConfined(command: string[], { folder, timeoutMs, signal }: Confinement): Promise<Ending> {
  const [program = '', ...args] = [...supervised, ...command];
  const tmp = join(folder, 'tmp');
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: tmp,
    TMPDIR: tmp,
    LANG: 'C.UTF-8',
    FONTCONFIG_FILE: join(tmp, fontConfigName),
  };
  const child = spawn(program, args, {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });

  return new Promise((resolve) => {
    let timedOut = false;
    const began = performance.now();
    const kill = () => killGroup(child.pid);
    const timer = setTimeout(() => {
      timedOut = true;
      kill();
    }, timeoutMs);
    signal?.addEventListener('abort', kill, { once: true });
    const end = (exitCode: number | null = null, exitSignal: string | null = null) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', kill);
      kill();
      resolve({
        timedOut,
        exitCode,
        exitSignal,
        seconds: Math.round((performance.now() - began) / 100) / 10,
      });
    };
    child.on('error', () => end()).on('exit', end);
  });
}

function killGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // The group has already exited.
  }
}
