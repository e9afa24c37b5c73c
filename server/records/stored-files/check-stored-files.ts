import { inTransaction } from '../../foundation/db/transaction.ts';
import { repeat } from '../../foundation/jobs/repeat.ts';
import { NoSuchFileError, WrongBytesError, type FileStore, type Sha256 } from '../../ports/file-store.ts';
import type { StoredFilesDeps } from './deps.ts';
import { neededFilePrefix, neededFiles } from './needed-files.ts';

/** Files per query. */
const batch = 200;
const hour = 3_600_000;
/** At most this many corrupt files are named; the others are only counted. */
const maxNamed = 10;

/**
 * Reads every needed file whose name starts with these two hexadecimal digits and compares its hash with its
 * name.
 *
 * @throws an error naming the missing or corrupt files. The job then fails with this message, which appears
 *   in the admin pages, the metrics and the alert for failed jobs.
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
      // It may have been released while it was read.
      if ((await neededFiles(db, [name])).has(name)) spoilt.push(name);
    }
    if (names.length < batch) break;
    after = names.at(-1)!;
  }
  if (spoilt.length > 0) throw new Error(sentence(spoilt));
  return read;
}

/**
 * Reads a stored file to its end. Returns what is wrong with it, as the end of a sentence, or undefined if it
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
 * Reads without buffering, because an archive may be larger than memory.
 *
 * @throws NoSuchFileError, WrongBytesError
 */
export async function readToEnd(files: FileStore, name: Sha256): Promise<void> {
  const { stream } = await files.open(name);
  for await (const _ of stream);
}

export type FileDamage = 'is missing' | 'was changed';

/** Rethrows other errors, because an unreachable store says nothing about its files. */
export function damageOf(error: unknown): FileDamage {
  if (error instanceof NoSuchFileError) return 'is missing';
  if (error instanceof WrongBytesError) return 'was changed';
  throw error;
}

function sentence(spoilt: readonly string[]): string {
  const more = spoilt.length > maxNamed ? ` and ${spoilt.length - maxNamed} more` : '';
  return `Stored files are missing or damaged. Restore them from a backup: ${spoilt.slice(0, maxNamed).join(', ')}${more}`;
}

/** Checks the next two digits every hour, so all files in eleven days. */
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
