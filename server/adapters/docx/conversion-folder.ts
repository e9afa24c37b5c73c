import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const start = 'countersign-docx-';
/**
 * Milliseconds after which a folder is abandoned, longer than any conversion. By then another process may
 * have the process id in its name.
 */
const abandonedAfter = 3_600_000;

/** Creates the folder for one conversion. Its name contains the process id. */
export function createConversionFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), `${start}${process.pid}-`));
}

/** Deletes the folders, and the documents in them, of processes that were killed during a conversion. */
export async function removeAbandonedFolders(now: () => number = Date.now): Promise<void> {
  const names = (await readdir(tmpdir()).catch(() => [])).filter((name) => name.startsWith(start));
  for (const name of names) {
    const path = join(tmpdir(), name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now() }));
    const owner = Number(/^\d+(?=-)/.exec(name.slice(start.length))?.[0] ?? 0);
    if (isAlive(owner) && now() - mtimeMs < abandonedAfter) continue;
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    // EPERM means that the process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
