import { existsSync, readFileSync } from 'node:fs';
import { inRoot } from './root.mjs';

/** `libc` is `glibc` or `musl` on Linux. */
const thisMachine = {
  os: process.platform,
  cpu: process.arch,
  libc: process.report?.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl',
};

/**
 * Returns the packages with programs for this machine that are in package-lock.json but not installed. npm leaves them
 * out without an error if the Node it runs on is too old for them, or if a download fails.
 */
export function leftOutPackages(
  { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')),
  isInstalled = (folder) => existsSync(inRoot(folder)),
  machine = thisMachine,
) {
  return Object.entries(packages)
    .filter(([folder, entry]) => isFor(entry, machine) && !isInstalled(folder))
    .map(([folder]) => folder.split('node_modules/').at(-1));
}

/**
 * Packages without `os` and `cpu` contain no machine code. Some of them are needed only on other machines.
 */
function isFor({ optional, devOptional, os, cpu, libc = [] }, machine) {
  if (!(optional || devOptional) || !os || !cpu) return false;
  const fits = os.includes(machine.os) && cpu.includes(machine.cpu);
  return fits && (machine.os !== 'linux' || libc.length === 0 || libc.includes(machine.libc));
}

/** Throws an error that describes the fix if packages are missing. */
export function checkLeftOutPackages(missing = leftOutPackages()) {
  if (missing.length === 0) return;
  throw new Error(
    `npm left out packages that this machine needs: ${missing.join(', ')}. It does so without an error if the Node ` +
      'it runs on is too old, or if a download fails. Install Node 24 (npm install --global node@24), check the ' +
      'connection to the npm registry, and run npm ci again.',
  );
}
