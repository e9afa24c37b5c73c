// Runs before `npm run build`, whose own error message for a missing package suggests the wrong fix.
import { checkLeftOutPackages } from './left-out-packages.mjs';
import { say } from './say.mjs';

try {
  checkLeftOutPackages();
} catch (error) {
  say(error.message);
  process.exit(1);
}
