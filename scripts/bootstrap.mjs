// Prepares a bare checkout for `npm start` and `npm test`. npm runs this before node_modules exists, so this
// file and scripts/set-up/ use only Node's built-in modules. Every step leaves a stamp, so that a second
// start only compares hashes.
import { buildClient } from './set-up/build-client.mjs';
import { checkNodeVersion } from './set-up/check-node-version.mjs';
import { installPackages } from './set-up/install-packages.mjs';
import { installSystemPackages } from './set-up/install-system-packages.mjs';
import { say } from './set-up/say.mjs';

const purpose = process.argv[2];
if (purpose !== 'start' && purpose !== 'test' && purpose !== 'long') {
  say('usage: node scripts/bootstrap.mjs start|test|long');
  process.exit(2);
}

try {
  checkNodeVersion();
  await installPackages();
  await installSystemPackages(purpose === 'start' ? 'start' : 'test');
  if (purpose === 'long') await installSystemPackages('long');
  await buildClient();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
