// From the data folder to what the settings name now, a PostgreSQL server or a bucket or both: npm run move
import { openFileStore, openFolderStore } from '#server/adapters/file-store/open-file-store.ts';
import { hasEmbedded, moveFiles, moveRows } from '#server/backup/move.ts';
import { openBeside, openDatabase } from '#server/db/database.ts';
import { verifyDatabase } from '#server/sealing/verify-database.ts';
import { fail, readSettings, say, withDatabase } from './operator-command.ts';

const config = readSettings();
await move().catch((error: Error) => fail(error.message));

async function move(): Promise<void> {
  const { databaseUrl, dataDir, store, fileKeys } = config;
  if (!databaseUrl && !store)
    throw new Error(
      'Nothing is to be moved: set DATABASE_URL, S3_BUCKET or both to where the data is to be, as the server will have them.',
    );
  const files = await openFileStore(config);
  // Files first: a row must never name one that is not there.
  if (store) {
    const moved = await moveFiles(openFolderStore(dataDir, fileKeys), files, say);
    say(`${moved.copied} files copied to the bucket, ${moved.kept} were there already.`);
    for (const name of moved.damaged) say(`The file ${name} was damaged already, and stays where it was.`);
  }
  // Where only files move a server may be at work.
  await withDatabase(databaseUrl ? openDatabase : openBeside, config, async (database) => {
    if (databaseUrl && hasEmbedded(dataDir))
      await moveRows(dataDir, () => openDatabase({ dataDir }), database, say);
    else if (databaseUrl) say('There is no embedded database any more: its rows were moved before.');
    if (!databaseUrl && !database.ownedAlone)
      return say(
        'A server is at work here: stop it, and run npm run move again for the files that have come since.',
      );
    say('Looking through all of it …');
    let wrong = 0;
    const looked = await verifyDatabase({ db: database.db, files }, (sentence) => {
      wrong += 1;
      say(sentence);
    });
    say(`${looked.documents} documents, ${looked.events} events, ${looked.files} files.`);
    say(
      wrong === 0
        ? 'Nothing is wrong. Start the server with these settings. When it works, DATA_DIR/postgres.moved and, with a bucket, DATA_DIR/files can go; DATA_DIR/keys stays.'
        : `Wrong: ${wrong}. Nothing of the old data was removed.`,
    );
    process.exitCode = wrong === 0 ? 0 : 1;
  });
}
