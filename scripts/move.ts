// Moves an installation from the data folder to the configured PostgreSQL server, bucket, or both: `npm run
// move`.
import { openFileStore, openFolderStore } from '#server/adapters/file-store/open-file-store.ts';
import {
  hasEmbedded,
  verifyMovedData,
  moveFiles,
  moveRows,
  wasMoved,
} from '#server/operations/backup/move.ts';
import { openSecondConnection, openDatabase } from '#server/foundation/db/database.ts';
import { verifyDatabase } from '#server/evidence/verification/verify-database.ts';
import { fail, readSettings, say, withDatabase } from './operator-command.ts';

const config = readSettings();
await move().catch((error: Error) => fail(error.message));

async function move(): Promise<void> {
  const { databaseUrl, dataDir, store, fileKeys } = config;
  if (!databaseUrl && !store)
    throw new Error(
      'There is nothing to move. Set DATABASE_URL, S3_BUCKET or both to the new location, as the server will have them.',
    );
  const files = await openFileStore(config);
  const copied = store && { from: openFolderStore(dataDir, fileKeys), since: Date.now() };
  // Files are copied first, because a row must never refer to a missing file.
  if (copied) {
    const moved = await moveFiles(copied.from, files, say);
    say(`${moved.copied} files copied to the bucket, ${moved.kept} were already there.`);
    for (const name of moved.damaged) say(`The file ${name} was already damaged and was not moved.`);
  }
  // If only files move, a server may be running.
  await withDatabase(databaseUrl ? openDatabase : openSecondConnection, config, async (database) => {
    const stopped = databaseUrl ? hasEmbedded(dataDir) : database.ownedAlone;
    if (databaseUrl) await moveRows(dataDir, () => openDatabase({ dataDir }), database, say);
    process.exitCode = 1;
    if (!databaseUrl && !stopped)
      return say('A server is running here. Stop it and run npm run move again for the files added since.');
    const look = (found: (sentence: string) => void) => verifyDatabase({ db: database.db, files }, found);
    if (!(await verifyMovedData({ look, files, copied, say }))) return;
    process.exitCode = 0;
    say(`Nothing is wrong. Start the server with these settings. ${canGo(stopped)}DATA_DIR/keys stays.`);
  });
}

/** `stopped` is true if certainly no server was running, which cannot be known for PostgreSQL. */
function canGo(stopped: boolean): string {
  const { dataDir, store } = config;
  const old = [
    ...(wasMoved(dataDir) ? ['DATA_DIR/postgres.moved'] : []),
    ...(store ? ['DATA_DIR/files'] : []),
  ];
  if (old.length === 0) return '';
  const when =
    stopped || !store
      ? 'once the server works'
      : 'once the server works and a repeated npm run move copies no more files';
  return `${old.join(' and ')} can be deleted ${when}. `;
}
