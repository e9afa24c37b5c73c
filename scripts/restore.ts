// Restores a backup to the configured location: `npm run restore -- FOLDER`.
import { resolve } from 'node:path';
import { openFileStore, openFolderStore } from '#server/adapters/file-store/open-file-store.ts';
import { secretCheckOf } from '#server/operations/backup/make-backup.ts';
import { missingKey } from '#server/operations/backup/refuse-other-folder.ts';
import { checkBackup, placeOthers, restoreBackup } from '#server/operations/backup/restore.ts';
import { openDatabase } from '#server/foundation/db/database.ts';
import { verifyDatabase } from '#server/evidence/verification/verify-database.ts';
import { fail, readSettings, say, withDatabase } from './operator-command.ts';

const [, , named] = process.argv;
if (named === undefined) fail('Usage: npm run restore -- FOLDER.');
await restore(resolve(named)).catch((error: Error) => fail(error.message));

async function restore(folder: string): Promise<void> {
  const manifest = await checkBackup(folder);
  // Runs before the settings are read, because reading them creates a secret if there is none.
  await placeOthers(folder, manifest, resolve(process.env['DATA_DIR'] || './data'));
  const config = readSettings();
  if (secretCheckOf(config.secretKey) !== manifest.secretCheck)
    throw new Error(
      'SECRET_KEY differs from the one of the backup, so its links and sign-ins would be lost. Set SECRET_KEY to that value.',
    );
  await withDatabase(openDatabase, config, async (database) => {
    const files = await openFileStore(config);
    const copies = openFolderStore(folder, config.fileKeys);
    await restoreBackup(folder, manifest, { database, files, copies, say });
    say('Checking everything …');
    let wrong = 0;
    const looked = await verifyDatabase({ db: database.db, files }, (sentence) => {
      wrong += 1;
      say(sentence);
    });
    const { documents, events } = looked;
    say(
      `${documents} documents, ${events} events, ${looked.files} files. ${wrong === 0 ? 'Nothing is wrong.' : `Wrong: ${wrong}.`}`,
    );
    say(
      'Start the server. For a drill, set ROLES=web so that nothing is sent. A new key signs the log from now on. Emails that were pending at the time of the backup are sent again.',
    );
    const { dataDir, sealP12, sealPkcs11 } = config;
    const missing = await missingKey(database.db, { dataDir, ownSeal: !sealP12 && !sealPkcs11 });
    if (missing)
      say(
        `Before the start: ${missing} is neither in this backup nor in DATA_DIR (${dataDir}). Put it there from the ` +
          'server that was backed up. Without it the server creates a new key, and no longer recognizes its earlier seals.',
      );
    process.exitCode = wrong === 0 && !missing ? 0 : 1;
  });
}
