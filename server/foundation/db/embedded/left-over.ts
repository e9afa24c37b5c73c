import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 60_000;

/**
 * Stops a PostgreSQL that survived the process that started it, so that a new one can start. The shutdown is
 * graceful: PostgreSQL writes its log and loses nothing.
 * @throws Error with a message for the operator if it does not stop.
 */
export async function stopOrphanedPostgres(directory: string): Promise<void> {
  const file = join(directory, 'postmaster.pid');
  const pid = pidIn(file);
  if (pid === undefined || !isAlive(pid)) return;
  // Another program has reused the process id, as happens after every container restart. PostgreSQL would
  // wait for it to exit.
  if (!worksOn(pid, directory)) return rmSync(file);
  process.kill(pid, 'SIGINT');
  const latest = Date.now() + PATIENCE_MS;
  while (isAlive(pid) && worksOn(pid, directory)) {
    if (Date.now() > latest)
      throw new Error(
        `Process ${pid}, an earlier PostgreSQL on ${directory}, does not stop. Stop it, then start again.`,
      );
    await pause(50);
  }
}

/** Reads the process id from the first line. PostgreSQL leaves the file behind when it is killed. */
function pidIn(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return Number.isInteger(pid) && pid > 1 ? pid : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** PostgreSQL's working directory is its data directory. Outside Linux, its command line is checked. */
function worksOn(pid: number, directory: string): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(directory);
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).includes(directory);
  } catch {
    return false;
  }
}
