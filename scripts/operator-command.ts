// Shared by the operator's commands: output, settings, and the database.
import { isConfigProblem, loadConfig, type Config } from '#server/foundation/config/config.ts';
import type { Database, openDatabase } from '#server/foundation/db/database.ts';

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Ends the command with an error. The default exit code is 78, a configuration error (sysexits.h). */
export function fail(problem: string, code = 78): never {
  process.stderr.write(`${problem}\n`);
  process.exit(code);
}

/** Returns the settings as the server reads them. */
export function readSettings(): Config {
  const config = loadConfig(process.env);
  return isConfigProblem(config) ? fail(config.problem) : config;
}

/**
 * Runs `work` with the configured database, and closes it. With `openSecondConnection` a server may be
 * running. With `openDatabase`, the embedded database, which allows one user at a time, reports that the
 * server must be stopped.
 */
export async function withDatabase<T>(
  open: typeof openDatabase,
  { databaseUrl, databaseOwnerUrl: ownerUrl, dataDir }: Config,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await open({ databaseUrl, ownerUrl, dataDir }).catch((error: Error) =>
    fail(error.message),
  );
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
