import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 60_000;

/**
 * Ends a PostgreSQL that outlived the process that had started it, so that this one can start its own. It is asked
 * to end as by a supervisor: it finishes its log and loses nothing.
 *
 * Throws an Error with a sentence for the operator when it does not end.
 */
export async function endLeftOver(directory: string): Promise<void> {
  const pid = pidIn(join(directory, 'postmaster.pid'));
  if (pid === undefined || !isPostgres(pid)) return;
  process.kill(pid, 'SIGINT');
  const latest = Date.now() + PATIENCE_MS;
  while (isPostgres(pid)) {
    if (Date.now() > latest)
      throw new Error(
        `Process ${pid}, an earlier PostgreSQL on ${directory}, does not end. End it, then start again.`,
      );
    await pause(50);
  }
}

/** Its first line; PostgreSQL leaves the file behind when it is killed. */
function pidIn(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return Number.isInteger(pid) && pid > 1 ? pid : undefined;
}

/** Another program may have got the number since. */
function isPostgres(pid: number): boolean {
  try {
    const name =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/comm`, 'utf8')
        : execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
    return name.includes('postgres');
  } catch {
    return false;
  }
}
