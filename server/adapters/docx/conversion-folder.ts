import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const start = 'countersign-docx-';
/** Longer than any conversion: of one that is older its process is not ours, whatever its number. Ms. */
const abandonedAfter = 3_600_000;

/** A folder for one conversion. Its name says which process it belongs to. */
export function makeConversionFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), `${start}${process.pid}-`));
}

/** Removes the folders, with the documents in them, of processes that were killed in the middle of a conversion. */
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
    // Somebody else's process is one all the same.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
