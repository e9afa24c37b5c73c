// Looks through a whole database with its files and its log, and tells what is wrong: npm run verify-database
import { openFileStore } from '#server/adapters/file-store/open-file-store.ts';
import { readWithdrawn } from '#server/adapters/seal-key/withdrawn.ts';
import { isConfigProblem, loadConfig } from '#server/config.ts';
import { openBeside } from '#server/db/database.ts';
import { refuseOtherShape } from '#server/db/migrate.ts';
import { verifyDatabase } from '#server/sealing/verify-database.ts';

const config = loadConfig(process.env);
if (isConfigProblem(config)) fail(config.problem);
const { databaseUrl, databaseOwnerUrl: ownerUrl, dataDir } = config;
// It only reads, so a server may be at work meanwhile.
const database = await openBeside({ databaseUrl, ownerUrl, dataDir }).catch((error: Error) =>
  fail(error.message),
);
try {
  await refuseOtherShape(database.owner);
  let wrong = 0;
  const files = await openFileStore(config);
  const found = (sentence: string): void => {
    wrong += 1;
    process.stdout.write(`${sentence}\n`);
  };
  let notes = 0;
  const note = (sentence: string): void => {
    notes += 1;
    process.stdout.write(`Note: ${sentence}\n`);
  };
  const withdrawn = await readWithdrawn(dataDir);
  const looked = await verifyDatabase({ db: database.db, files }, found, { withdrawn, note });
  const { documents, events, heads, leaves } = looked;
  process.stdout.write(
    `Looked at ${documents} documents with ${events} events and ${looked.files} files, and at a log of ${leaves} events ` +
      `with ${heads} signed heads. ${wrong === 0 ? 'Nothing is wrong.' : `Wrong: ${wrong}.`}` +
      `${notes === 0 ? '' : ` Sealed by a key that is withdrawn: ${notes}.`}\n`,
  );
  process.exitCode = wrong === 0 ? 0 : 1;
} catch (error) {
  // The look could not be finished, which says nothing about what was not looked at.
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 78;
} finally {
  await database.close();
}

function fail(problem: string): never {
  process.stderr.write(`${problem}\n`);
  process.exit(78);
}
