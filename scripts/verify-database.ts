// Looks through a whole database with its files and its log, and tells what is wrong: npm run verify-database
import { join } from 'node:path';
import { diskFileStore } from '#server/adapters/file-store/disk.ts';
import { isConfigProblem, loadConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/database.ts';
import { verifyDatabase } from '#server/sealing/verify-database.ts';

const config = loadConfig(process.env);
if (isConfigProblem(config)) fail(config.problem);
const { databaseUrl, databaseOwnerUrl: ownerUrl, dataDir } = config;
// The embedded database has one user at a time: it says itself that the server has to be stopped.
const database = await openDatabase({ databaseUrl, ownerUrl, dataDir }).catch((error: Error) =>
  fail(error.message),
);
try {
  let wrong = 0;
  const files = diskFileStore(join(dataDir, 'files'));
  const looked = await verifyDatabase({ db: database.db, files }, (sentence) => {
    wrong += 1;
    process.stdout.write(`${sentence}\n`);
  });
  const { documents, events, heads, leaves } = looked;
  process.stdout.write(
    `Looked at ${documents} documents with ${events} events and ${looked.files} files, and at a log of ${leaves} events ` +
      `with ${heads} signed heads. ${wrong === 0 ? 'Nothing is wrong.' : `Wrong: ${wrong}.`}\n`,
  );
  process.exitCode = wrong === 0 ? 0 : 1;
} finally {
  await database.close();
}

function fail(problem: string): never {
  process.stderr.write(`${problem}\n`);
  process.exit(78);
}
