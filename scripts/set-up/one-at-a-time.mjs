import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inRoot } from './root.mjs';
import { say } from './say.mjs';

const heartbeatMs = 5_000;
// Process ids are reused after a reboot, so a running lock holder also refreshes the file.
const abandonedAfterMs = 60_000;

/**
 * Runs `work` only while no other set-up runs in this checkout, so that two concurrent `npm start` are safe.
 * The second one waits and then usually finds the work done, so callers check again inside.
 */
export async function oneAtATime(work, lockFile = inRoot('.cache/set-up.lock')) {
  mkdirSync(path.dirname(lockFile), { recursive: true });
  for (let reported = false; !take(lockFile); reported = true) {
    if (!reported) say('another set-up of this checkout is running; waiting for it');
    await wait(200);
  }
  const heartbeat = setInterval(() => utimesSync(lockFile, new Date(), new Date()), heartbeatMs);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    rmSync(lockFile, { force: true });
  }
}

function take(lockFile) {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isAbandoned(lockFile)) putAside(lockFile);
    return false;
  }
}

function isAbandoned(lockFile) {
  try {
    const holder = Number(readFileSync(lockFile, 'utf8'));
    const age = Date.now() - statSync(lockFile).mtimeMs;
    // A lock file is empty between its creation and the writing of the process id.
    return age > abandonedAfterMs || (holder > 0 && !isAlive(holder));
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

function isAlive(processId) {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Renaming is atomic, so of several processes that find the lock abandoned, only one removes it. */
function putAside(lockFile) {
  const aside = `${lockFile}.${process.pid}`;
  try {
    renameSync(lockFile, aside);
    rmSync(aside, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
