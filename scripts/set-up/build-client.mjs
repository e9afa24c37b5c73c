import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { oneAtATime } from './one-at-a-time.mjs';
import { inRoot, root } from './root.mjs';
import { run } from './run.mjs';
import { say } from './say.mjs';
import { hashFiles, readStamp, writeStamp } from './stamp.mjs';

const stampFile = inRoot('dist/web.stamp');
/**
 * The sources of the client: its own folder, the folders it may import, and the versions of its libraries.
 */
const sources = [
  'web',
  'core',
  'contract',
  'verify',
  'pdf/verify',
  'package-lock.json',
  'tsconfig.base.json',
];

/** Builds the client into dist/web if any of its sources changed. */
export async function buildClient() {
  if (isBuilt()) return;
  await oneAtATime(async () => {
    if (isBuilt()) return;
    say('building the client');
    const hash = hashSources();
    await buildAll();
    writeStamp(stampFile, hash);
  });
}

/**
 * The steps of `npm run build`, two at a time if they are independent. The application empties the folder
 * into which the other entry points are built. The signer page then compresses the contents.
 */
async function buildAll() {
  await Promise.all([build('web/vite.config.ts'), build('web/vite.first-view.config.ts')]);
  await build('web/vite.site.config.ts');
  await build('web/vite.sign.config.ts');
  await Promise.all([build('web/vite.verify.config.ts'), build('verify/vite.config.ts')]);
}

async function build(config) {
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--config', config, '--logLevel', 'warn'];
  const env = { ...process.env, NODE_ENV: 'production' };
  const { code, output } = await run(inRoot('node_modules/node/bin/node'), vite, { env });
  if (code !== 0) throw new Error(`the client could not be built (exit ${code}):\n${output}`);
}

const isBuilt = () => existsSync(inRoot('dist/web/index.html')) && readStamp(stampFile) === hashSources();

function hashSources() {
  const files = sources.flatMap((source) => filesUnder(source)).filter((name) => !/\.test\.tsx?$/.test(name));
  return hashFiles(root, files.sort());
}

function filesUnder(name) {
  if (path.extname(name) !== '') return [name];
  const entries = readdirSync(inRoot(name), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}
