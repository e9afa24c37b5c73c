// Checks whether SECRET_KEY matches the database, or accepts another key: `npm run secret-key [-- accept]`.
import {
  acceptSecretKey,
  isSecretKeyOf,
  lostWithSecretKey,
  otherKey,
} from '#server/foundation/db/secret-key-check.ts';
import { migrate } from '#server/foundation/db/migrate.ts';
import { openSecondConnection, openDatabase } from '#server/foundation/db/database.ts';
import { fail, readSettings, say, withDatabase } from './operator-command.ts';

const [, , act, ...more] = process.argv;
const isKnown = act === undefined || act === 'accept';
if (!isKnown || more.length > 0) fail('Usage: npm run secret-key, or npm run secret-key -- accept.');
const config = readSettings();
const accepting = act === 'accept';
const lost = lostWithSecretKey.map((line) => `- ${line}`).join('\n');
// Every server must be stopped before another key is accepted, or it would continue with the previous key.
await withDatabase(accepting ? openDatabase : openSecondConnection, config, async (database) => {
  if (accepting) {
    await migrate(database.owner);
    await database.grant();
  }
  if (await isSecretKeyOf(database.db, config.secretKey))
    return say('SECRET_KEY is the one used with this database.');
  if (!accepting) {
    process.exitCode = 1;
    return say(
      `${otherKey(config)} If the earlier key is lost for good, run npm run secret-key -- accept. What stops working then:\n${lost}`,
    );
  }
  await acceptSecretKey(database.db, config.secretKey);
  say(`This database now uses this SECRET_KEY. The following no longer works:\n${lost}`);
}).catch((error: Error) => fail(error.message));
