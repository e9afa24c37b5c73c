import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import { repeat } from '../../foundation/jobs/repeat.ts';
import { neededFiles } from '../../records/stored-files/needed-files.ts';
import type { FilesDeps } from './deps.ts';

/**
 * Milliseconds after which an unused file is deleted. A file is stored before its row, so a file that is
 * still unused by then belongs to a refused request.
 */
const waitsAtMost = 24 * 3_600_000;
/** Files per query. */
const batch = 200;
/**
 * Maximum number of files per run. Before deleting, their number is compared with the number of files
 * examined.
 */
const atOnce = 1000;
/** Up to this many unused files are always deleted. */
const few = 20;
/** At most one in this many files may be unused. */
const oneOf = 4;

type Sweeping = Pick<FilesDeps, 'db' | 'files' | 'clock'> & { log: Pick<FilesDeps['log'], 'keyChangedAt'> };

/**
 * Deletes files that no row refers to. They come from requests that were refused, or killed between storing
 * the file and its row. Idempotent; `stopping` interrupts it. Returns the number of deleted files. With a
 * wrong database all files would seem unused, and deletion is permanent, so files are kept that are older
 * than the database, or older than its restore if the log then continued with another key.
 *
 * @throws if too large a share of all files is unused; then none of them is deleted
 */
export async function deleteUnusedFiles(
  { db, files, clock, log }: Sweeping,
  stopping?: AbortSignal,
): Promise<number> {
  const putBefore = clock() - waitsAtMost;
  let [removed, seen] = [0, 0];
  let unneeded: string[] = [];
  const remove = async (): Promise<void> => {
    if (unneeded.length > few && unneeded.length * oneOf > seen) throw new Error(tooMany(unneeded, seen));
    for (const name of unneeded) await files.delete(name, { putBefore });
    removed += unneeded.length;
    [unneeded, seen] = [[], 0];
  };
  const look = async (names: readonly string[]): Promise<void> => {
    const needed = await neededFiles(db, names);
    seen += names.length;
    unneeded.push(...names.filter((name) => !needed.has(name)));
    if (unneeded.length >= atOnce) await remove();
  };
  let names: string[] = [];
  const since = Math.max(await madeAt(db), (await log.keyChangedAt()) ?? -Infinity);
  for await (const name of files.putBefore(putBefore, since)) {
    names.push(name);
    if (names.length < batch) continue;
    if (stopping?.aborted) return removed;
    await look(names);
    names = [];
  }
  await look(names);
  await remove();
  return removed;
}

/**
 * Returns the time (ms UTC) of this database's first migration. The rows may be older if they were restored.
 */
async function madeAt(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ at: Date }>`SELECT min(applied_at) AS at FROM migrations`.execute(db);
  return rows[0]!.at.getTime();
}

const tooMany = ({ length }: readonly string[], seen: number): string =>
  `${length} of ${seen} stored files are not needed by any row, which is suspiciously many. Is this the database of these ` +
  `files? None of them was removed. See docs/operations.md, "Unused files".`;

/**
 * Deletes unused files twice a day, unless the log shows that the database is outdated or a different one.
 */
export function watchFiles(services: Pick<FilesDeps, 'db' | 'files' | 'clock' | 'log'>): {
  stop(): Promise<void>;
} {
  return repeat({
    name: 'unneeded files',
    everyMs: 12 * 3_600_000,
    act: async (stopping) => {
      await services.log.grow();
      const problem = await services.log.problem();
      if (problem !== undefined)
        throw new Error(`nothing is removed while the log is not being signed. ${problem}`);
      return deleteUnusedFiles(services, stopping);
    },
  });
}
