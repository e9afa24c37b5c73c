import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, readdirSync } from 'node:fs';
import { renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Major version of the PostgreSQL that package.json pins. It cannot open directories of other versions. */
const POSTGRES_GENERATION = '18';

/**
 * Creates the data directory on first start, completely or not at all: initdb creates and syncs
 * `<directory>.init`, which is then renamed.
 * @throws Error with a message for the operator if the directory cannot be used.
 */
export async function prepareDataDirectory(
  directory: string,
  initialise: (directory: string) => Promise<void>,
): Promise<void> {
  const versionFile = join(directory, 'PG_VERSION');
  if (existsSync(versionFile))
    return refuseOtherGeneration(directory, readFileSync(versionFile, 'utf8').trim());
  if (existsSync(directory) && readdirSync(directory).length > 0) {
    throw new Error(
      `${directory} contains files but no database. Move them away, or set DATA_DIR to another folder.`,
    );
  }
  const unfinished = `${directory}.init`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  await initialise(unfinished);
  renameSync(unfinished, directory);
  syncEntry(dirname(directory));
}

function refuseOtherGeneration(directory: string, generation: string): void {
  if (generation === POSTGRES_GENERATION) return;
  throw new Error(
    `${directory} was written by PostgreSQL ${generation}, this version reads ${POSTGRES_GENERATION} only. ` +
      `Start the version that wrote it, export the data, and import it here.`,
  );
}

function syncEntry(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
