import { existsSync } from 'node:fs';
import { oneAtATime } from './one-at-a-time.mjs';
import { inRoot } from './root.mjs';
import { run } from './run.mjs';
import { say } from './say.mjs';
import { readStamp, writeStamp } from './stamp.mjs';
import { systemPrograms } from './system-programs.mjs';

const failureStamp = inRoot('node_modules/.cache/set-up/system-packages-failed');
const tryAgainAfterMs = 24 * 60 * 60 * 1000;
const aptTimeoutMs = 6 * 60 * 1000;

/**
 * Installs the system programs missing for `purpose` ('start', 'test' or 'long') if that is possible without
 * asking, which requires root on a Debian-like system. Otherwise it reports what is missing and what will not
 * work, and continues. Only tests in CI fail, because a skipped test would go unnoticed there.
 */
export async function installSystemPackages(purpose) {
  if (missingPrograms(purpose).length > 0 && mayInstall(purpose)) {
    await oneAtATime(() => install(missingPrograms(purpose)));
  }
  const missing = missingPrograms(purpose);
  if (missing.length === 0) return;
  const message = describe(missing);
  if (purpose !== 'start' && process.env.CI === 'true') throw new Error(message);
  say(message);
}

const missingPrograms = (purpose) =>
  systemPrograms.filter((program) => program.neededBy.includes(purpose) && !program.isThere());

const packagesOf = (programs) => programs.flatMap((program) => program.packages);

function mayInstall(purpose) {
  if (process.env.SYSTEM_PACKAGES === 'skip') return false;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  return !failedLately(packagesOf(missingPrograms(purpose)));
}

/**
 * Without this check, a machine without a network would wait for apt at every start. CI machines always try.
 */
function failedLately(packages) {
  const [time, ...names] = (readStamp(failureStamp) ?? '').split(' ');
  if (time === '' || process.env.CI === 'true') return false;
  return Date.now() - Number(time) < tryAgainAfterMs && names.join(' ') === packages.join(' ');
}

async function install(programs) {
  const packages = packagesOf(programs);
  if (packages.length === 0) return;
  say(`installing system packages (once): ${packages.join(' ')}`);
  if (await aptInstalls(packages)) return;
  await apt('update');
  if (await aptInstalls(packages)) return;
  say('apt-get could not install them together; trying one by one');
  for (const program of programs) await aptInstalls(program.packages);
  if (programs.some((program) => !program.isThere())) {
    writeStamp(failureStamp, [Date.now(), ...packages].join(' '));
  }
}

const aptInstalls = async (packages) =>
  (await apt('install', '-y', '--no-install-recommends', ...packages)).code === 0;

function apt(...args) {
  const patience = ['DPkg::Lock::Timeout=300', 'Acquire::Retries=1', 'Acquire::http::Timeout=20'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = patience.flatMap((option) => ['-o', option]);
  return run('apt-get', ['-q', ...options, ...args], { env, timeoutMs: aptTimeoutMs });
}

function describe(missing) {
  const lines = missing.map((program) => `  - ${program.name} is missing: ${program.without}.`);
  const command = `apt-get install --no-install-recommends ${packagesOf(missing).join(' ')}`;
  return ['some system programs are missing:', ...lines, `  On Debian or Ubuntu, as root: ${command}`].join(
    '\n',
  );
}
