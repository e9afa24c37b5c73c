import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const inMemory = '/dev/shm';
const prefix = 'countersign-tests-';
/**
 * Required free memory in bytes, more than the databases, data folders and browser profiles of one run use
 * together.
 */
const roomNeeded = 4 * 1024 ** 3;

/**
 * Moves the temporary files of all programs of this run to memory, if the machine has a suitable folder with
 * enough space. The product requires a database that waits until its data is on the disk, and a test run
 * would spend much of its time waiting.
 */
export function useMemoryForTemporaryFiles() {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return;
  removeLeftOvers();
  const folder = mkdtempSync(join(inMemory, `${prefix}${process.pid}-`));
  // The folder has the permissions of /tmp, because PostgreSQL runs as another user and removes its own
  // folder at the end.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    // A container may have less memory than the folder has free space.
    return bavail * bsize >= roomNeeded && process.availableMemory() >= 2 * roomNeeded;
  } catch {
    return false;
  }
}

/** Removes folders of killed runs, which would occupy memory until the next reboot. */
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
