import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { repeat } from '../jobs/repeat.ts';
import type { TrailLog } from '../log/open-log.ts';
import { neededFiles } from './needed-files.ts';
import type { Services } from '../services.ts';

/** A file is put before the row that needs it is written. One that nobody needs after this time was refused. Ms. */
const waitsAtMost = 24 * 3_600_000;
/** Files that are asked about at once. */
const batch = 200;
/** Files that are removed in one go, after a look at how many they are of those that were seen. */
const atOnce = 1000;
/** So many may go however few files there are. */
const few = 20;
/** Of the files that are seen at most every so many-th is one of a refused act. */
const oneOf = 4;

type Sweeping = Pick<Services, 'db' | 'files' | 'clock'> & { log: Pick<TrailLog, 'keyChangedAt'> };

/**
 * Removes files that no row needs: of acts that were refused, or whose process was killed, between the file and its row.
 * Safe to repeat, and to be ended by `stopping`; answers how many went.
 *
 * A database that is not the one of these files needs none of them, and what is removed is gone for good. So nothing goes
 * that was put before the database was made, or put back by other means and the log gone on with by another key; and
 * nothing when it would be much of all that there is: that is an error.
 */
export async function sweepFiles(
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

/** When the first migration made this database, which may hold the rows of an older one. Ms UTC. */
async function madeAt(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ at: Date }>`SELECT min(applied_at) AS at FROM migrations`.execute(db);
  return rows[0]!.at.getTime();
}

const tooMany = ({ length }: readonly string[], seen: number): string =>
  `${length} of ${seen} stored files are needed by no row, which is too many to be left over: is this the database of these ` +
  `files? None of them was removed. See docs/operations.md, "A database that is not the one of the files".`;

/** Does so twice a day, unless the log says that the database is an older one, or another. */
export function watchFiles(services: Sweeping & { log: Pick<TrailLog, 'grow' | 'problem'> }): {
  stop(): Promise<void>;
} {
  return repeat({
    name: 'unneeded files',
    everyMs: 12 * 3_600_000,
    act: async (stopping) => {
      await services.log.grow();
      const problem = await services.log.problem();
      if (problem !== undefined) throw new Error(`nothing is removed while the log stands still. ${problem}`);
      return sweepFiles(services, stopping);
    },
  });
}
