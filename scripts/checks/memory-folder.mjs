import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const inMemory = '/dev/shm';
const prefix = 'countersign-tests-';
/** More than the databases, data folders and browser profiles of one run take at once. */
const roomNeeded = 4 * 1024 ** 3;

/**
 * Has every program of this run keep its temporary files in memory, where the machine has such a place with room: the
 * product insists on a database that waits for its disk, and much of a run would be that waiting.
 */
export function useMemoryForTemporaryFiles() {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return;
  removeLeftOvers();
  const folder = mkdtempSync(join(inMemory, `${prefix}${process.pid}-`));
  // As /tmp is: PostgreSQL runs as another user, and removes its own folder at the end.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    // A container may have less memory than that folder has room.
    return bavail * bsize >= roomNeeded && process.availableMemory() >= 2 * roomNeeded;
  } catch {
    return false;
  }
}

/** Folders of runs that were killed; memory would hold them until the machine is started again. */
function removeLeftOvers() {
  for (const name of readdirSync(inMemory)) {
    const [, id] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
    if (id !== undefined && !isRunning(Number(id)))
      rmSync(join(inMemory, name), { recursive: true, force: true });
  }
}

function isRunning(id) {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
