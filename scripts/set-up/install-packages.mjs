import { existsSync, readFileSync } from 'node:fs';
import { checkLeftOutPackages } from './left-out-packages.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { inRoot, root } from './root.mjs';
import { run } from './run.mjs';
import { say } from './say.mjs';
import { hashFiles, readStamp, writeStamp } from './stamp.mjs';

const stampFile = inRoot('node_modules/.cache/set-up/packages');
const ownNode = inRoot('node_modules/node/bin/node');

/** Makes node_modules match package-lock.json, including the application's own Node. */
export async function installPackages() {
  if (isInstalled()) return;
  await oneAtATime(async () => {
    if (isInstalled()) return;
    say('installing the npm packages (once; about half a minute)');
    await npmCi();
    checkLeftOutPackages();
    await ensureOwnNode();
    writeStamp(stampFile, wanted());
  });
}

// Compares the lock file and not package.json, because a changed script does not require a new installation.
function wanted() {
  return `${hashFiles(root, ['package-lock.json'])} ${process.platform}-${process.arch}\n`;
}

function isInstalled() {
  if (!existsSync(ownNode)) return false;
  if (readStamp(stampFile) === wanted()) return true;
  if (!matchesLock()) return false;
  writeStamp(stampFile, wanted());
  return true;
}

/** True after a developer's own `npm install`: npm's record of installed packages matches the lock file. */
function matchesLock() {
  const note = readStamp(inRoot('node_modules/.package-lock.json'));
  if (note === undefined) return false;
  const installed = JSON.parse(note).packages;
  const { '': _root, ...locked } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages;
  const differs = (name) => installed[name]?.integrity !== locked[name].integrity;
  // Optional packages are for other platforms, so their absence is not a difference.
  const missing = Object.keys(locked).some((name) => !locked[name].optional && differs(name));
  const surplus = Object.keys(installed).some((name) => !(name in locked));
  return !missing && !surplus && builtForThisPlatform();
}

function builtForThisPlatform() {
  const stamp = readStamp(stampFile);
  return stamp === undefined || stamp.endsWith(` ${process.platform}-${process.arch}\n`);
}

async function npmCi() {
  const [command, ...before] = npmCommand();
  const args = [...before, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await run(command, args, { env: installEnvironment() });
  if (code === 0) return;
  throw new Error(`npm ci failed (exit ${code}). Is the npm registry reachable?\n${output}`);
}

/** Runs npm on its own Node instead of the one in node_modules, which `npm ci` deletes first. */
function npmCommand() {
  const npm = process.env.npm_execpath ?? '';
  return npm.endsWith('npm-cli.js') ? [machineNode(), npm] : ['npm'];
}

function machineNode() {
  const candidates = [process.env.npm_node_execpath, process.execPath];
  return candidates.find((node) => node !== undefined && !node.startsWith(inRoot('node_modules'))) ?? 'node';
}

/** With NODE_ENV=production or an inherited `omit`, npm would skip the compiler and the browser tests. */
function installEnvironment() {
  const unwanted = /^(NODE_ENV|npm_config_(omit|only|production|include|ignore_scripts|dry_run|global))$/i;
  const kept = Object.entries(process.env).filter(([name]) => !unwanted.test(name));
  const env = Object.fromEntries(kept);
  const ownBin = inRoot('node_modules/.bin');
  env.PATH = (env.PATH ?? '')
    .split(':')
    .filter((folder) => folder !== ownBin)
    .join(':');
  return env;
}

/**
 * The package `node` downloads its binary in an install script. If the machine forbids such scripts, it is
 * run explicitly.
 */
async function ensureOwnNode() {
  if (existsSync(ownNode)) return;
  await run(machineNode(), ['installArchSpecificPackage.js'], {
    cwd: inRoot('node_modules/node'),
    env: installEnvironment(),
  });
  if (existsSync(ownNode)) return;
  throw new Error(
    'npm installed the packages but not the Node they run on (npm package `node`). ' +
      'Allow install scripts (npm config set ignore-scripts false), delete node_modules and try again.',
  );
}
