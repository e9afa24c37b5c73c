// Shared by the commands of an operator: how they speak, their settings, and the database.
import { isConfigProblem, loadConfig, type Config } from '#server/config.ts';
import type { Database, openDatabase } from '#server/db/database.ts';

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Ends the command with what is wrong: 78, as of settings (sysexits.h), unless told otherwise. */
export function fail(problem: string, code = 78): never {
  process.stderr.write(`${problem}\n`);
  process.exit(code);
}

/** The settings, as the server reads them. */
export function readSettings(): Config {
  const config = loadConfig(process.env);
  return isConfigProblem(config) ? fail(config.problem) : config;
}

/**
 * Does something with the database of the settings, and closes it. With `openBeside` a server may be at work meanwhile;
 * with `openDatabase` the embedded one, which has one user at a time, says itself that the server has to be stopped.
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
