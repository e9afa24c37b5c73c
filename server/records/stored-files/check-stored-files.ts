import { inTransaction } from '../../foundation/db/transaction.ts';
import { repeat } from '../../foundation/jobs/repeat.ts';
import { NoSuchFileError, WrongBytesError, type FileStore, type Sha256 } from '../../ports/file-store.ts';
import type { StoredFilesDeps } from './deps.ts';
import { neededFilePrefix, neededFiles } from './needed-files.ts';

/** Files read per query. */
const batch = 200;
const hour = 3_600_000;
/** Maximum number of damaged files listed by name. Others are only counted. */
const maxNamed = 10;

/**
 * Reads every needed file whose name starts with these two hexadecimal digits, and compares its hash with its
 * name.
 * @throws an Error that names missing or corrupt files. The job then fails with this message, which the
 * operator's page, the metrics and the alert for failed jobs show.
 */
export async function readFilesAgain(
  { db, files }: Pick<StoredFilesDeps, 'db' | 'files'>,
  prefix: string,
): Promise<number> {
  const spoilt: string[] = [];
  let read = 0;
  for (let after = ''; ;) {
    const names = await neededFilePrefix(db, prefix, { after, most: batch });
    for (const name of names) {
      read += 1;
      if ((await findDamage(files, name)) === undefined) continue;
      // The file may have been released while this was reading it.
      if ((await neededFiles(db, [name])).has(name)) spoilt.push(name);
    }
    if (names.length < batch) break;
    after = names.at(-1)!;
  }
  if (spoilt.length > 0) throw new Error(sentence(spoilt));
  return read;
}

/**
 * Reads a stored file to its end. Returns the end of a sentence about what is wrong, or undefined if the file
 * is intact.
 */
export async function findDamage(files: FileStore, name: Sha256): Promise<FileDamage | undefined> {
  try {
    await readToEnd(files, name);
    return undefined;
  } catch (error) {
    return damageOf(error);
  }
}

/**
 * Reads the file as a stream, because an archive may be larger than memory.
 * @throws NoSuchFileError, WrongBytesError
 */
export async function readToEnd(files: FileStore, name: Sha256): Promise<void> {
  const { stream } = await files.open(name);
  for await (const _ of stream);
}

export type FileDamage = 'is missing' | 'was changed';

/** Other errors are rethrown, because an unreachable store says nothing about its files. */
export function damageOf(error: unknown): FileDamage {
  if (error instanceof NoSuchFileError) return 'is missing';
  if (error instanceof WrongBytesError) return 'was changed';
  throw error;
}

function sentence(spoilt: readonly string[]): string {
  const more = spoilt.length > maxNamed ? ` and ${spoilt.length - maxNamed} more` : '';
  return `Stored files are missing or damaged. Restore them from a backup: ${spoilt.slice(0, maxNamed).join(', ')}${more}`;
}

/** Checks the next two digits every hour, which covers all files in eleven days. */
export function watchStoredFiles({ db, jobs, clock }: Pick<StoredFilesDeps, 'db' | 'jobs' | 'clock'>): {
  stop(): Promise<void>;
} {
  return repeat({
    name: 'stored files',
    everyMs: hour,
    act: async () => {
      const prefix = (Math.floor(clock() / hour) % 256).toString(16).padStart(2, '0');
      await inTransaction(db, (tx) => jobs.enqueue(tx, 'read-files', { prefix }, { singletonKey: prefix }));
    },
  });
}
