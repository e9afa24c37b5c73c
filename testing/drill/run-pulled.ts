import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type Pulls = {
  /** Maximum number of kills. A command that finishes earlier gets fewer. */
  pulls: number;
  /** Returns the milliseconds until the next kill. */
  moment: () => number;
  /**
   * A restarted command prints this if it was killed after its work was done but before the process had
   * ended.
   */
  doneBefore?: RegExp | undefined;
};

/**
 * Runs a package.json command as an operator does, kills it with all its child processes as in a power
 * failure, and repeats that until the command finishes. Returns the number of kills. @throws if the command
 * fails
 */
export async function runPulled(
  line: string[],
  env: NodeJS.ProcessEnv,
  { pulls, moment, doneBefore }: Pulls = { pulls: 0, moment: () => 0 },
): Promise<{ pulled: number; said: string }> {
  for (let pulled = 0; ; pulled += 1) {
    const child = spawn('npm', ['run', '--silent', ...line], { cwd: root, env, stdio: 'pipe' });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => void (said += chunk.toString()));
    const ended = once(child, 'close').then(([status]) => status as number | null);
    const plug = new AbortController();
    const pull = pause(moment(), 'pull' as const, { signal: plug.signal }).catch(() => 'pull' as const);
    const first = pulled < pulls ? await Promise.race([ended, pull]) : await ended;
    plug.abort();
    if (first !== 'pull') {
      const wasDone = pulled > 0 && doneBefore?.test(said);
      if (first !== 0 && !wasDone) throw new Error(`npm run ${line.join(' ')} ended with ${first}:\n${said}`);
      return { pulled, said };
    }
    killAll(child.pid!);
    await ended;
  }
}

/** Sends SIGKILL to a process and all its descendants, including PostgreSQL. */
function killAll(first: number): void {
  const rows = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const parents = rows.map((row) => row.trim().split(/\s+/).map(Number));
  const doomed = new Set([first]);
  // A child is listed after its parent, unless process ids have wrapped around.
  for (let before = 0; before < doomed.size;) {
    before = doomed.size;
    for (const [pid, parent] of parents) if (doomed.has(parent!)) doomed.add(pid!);
  }
  for (const pid of doomed)
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended in the meantime.
    }
}
