import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type Pulls = {
  /** So often at most; a command that is done before is not pulled again. */
  pulls: number;
  /** After how many milliseconds the next pull comes. */
  moment: () => number;
  /** Said by the same line when the pull came after all was done, and before the process had ended. */
  doneBefore?: RegExp | undefined;
};

/**
 * Runs a command of package.json as an operator does, and kills it with all that it has started, as when the plug is
 * pulled; then the same line again, until it ends by itself. Answers how often it was pulled; a failure throws.
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

/** kill -9 of a process and of all that it has started, PostgreSQL included. */
function killAll(first: number): void {
  const rows = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const parents = rows.map((row) => row.trim().split(/\s+/).map(Number));
  const doomed = new Set([first]);
  // A child is listed after its parent, but for numbers that have gone round.
  for (let before = 0; before < doomed.size;) {
    before = doomed.size;
    for (const [pid, parent] of parents) if (doomed.has(parent!)) doomed.add(pid!);
  }
  for (const pid of doomed)
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
}
