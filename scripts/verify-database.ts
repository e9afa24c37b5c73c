// Checks a whole database with its files and its log, and reports errors: `npm run verify-database`.
import { openFileStore } from '#server/adapters/file-store/open-file-store.ts';
import { readRevocations } from '#server/adapters/seal-key/withdrawn.ts';
import { openSecondConnection, type Database } from '#server/foundation/db/database.ts';
import { refuseOtherShape } from '#server/foundation/db/migrate.ts';
import { verifyDatabase } from '#server/evidence/verification/verify-database.ts';
import { fail, readSettings, say, withDatabase } from './operator-command.ts';

const config = readSettings();
// After an interrupted check, nothing is known about the rest.
await withDatabase(openSecondConnection, config, lookThrough).catch((error: Error) => fail(error.message));

async function lookThrough({ db, owner }: Database): Promise<void> {
  await refuseOtherShape(owner);
  let wrong = 0;
  const files = await openFileStore(config);
  const found = (sentence: string): void => {
    wrong += 1;
    say(sentence);
  };
  let notes = 0;
  const note = (sentence: string): void => {
    notes += 1;
    say(`Note: ${sentence}`);
  };
  const withdrawn = await readRevocations(config.dataDir);
  const looked = await verifyDatabase({ db, files }, found, { withdrawn, note });
  const { documents, events, heads, leaves } = looked;
  say(
    `Checked ${documents} documents with ${events} events and ${looked.files} files, and a log of ${leaves} events ` +
      `with ${heads} signed heads. ${wrong === 0 ? 'Nothing is wrong.' : `Wrong: ${wrong}.`}` +
      `${notes === 0 ? '' : ` Sealed by a key that is withdrawn: ${notes}.`}`,
  );
  process.exitCode = wrong === 0 ? 0 : 1;
}
