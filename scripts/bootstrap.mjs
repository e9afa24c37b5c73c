// Everything that must be true before `npm start` or `npm test` can run, made true from a bare checkout.
// npm runs this before node_modules exist, so this file and scripts/set-up/ use Node's built-ins only.
// Every step leaves a stamp behind, so that a second start only compares hashes.
import { buildClient } from './set-up/build-client.mjs';
import { checkNodeVersion } from './set-up/check-node-version.mjs';
import { installPackages } from './set-up/install-packages.mjs';
import { installSystemPackages } from './set-up/install-system-packages.mjs';
import { say } from './set-up/say.mjs';

const purpose = process.argv[2];
if (purpose !== 'start' && purpose !== 'test') {
  say('usage: node scripts/bootstrap.mjs start|test');
  process.exit(2);
}

try {
  checkNodeVersion();
  await installPackages();
  await installSystemPackages(purpose);
  await buildClient();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
