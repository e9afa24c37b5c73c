import { repeat } from '../jobs/repeat.ts';
import { neededFiles } from './needed-files.ts';
import type { Services } from '../services.ts';

/** A file is put before the row that needs it is written. One that nobody needs after this time was refused. Ms. */
const waitsAtMost = 24 * 3_600_000;
/** Files that are asked about at once. */
const batch = 200;

type Sweeping = Pick<Services, 'db' | 'files' | 'clock'>;

/**
 * Removes files that no row needs: of acts that were refused, or whose process was killed, between the file and its row.
 * Safe to repeat, and to be ended by `stopping`; answers how many went.
 */
export async function sweepFiles({ db, files, clock }: Sweeping, stopping?: AbortSignal): Promise<number> {
  const putBefore = clock() - waitsAtMost;
  let removed = 0;
  const sweep = async (names: readonly string[]): Promise<void> => {
    const needed = await neededFiles(db, names);
    for (const name of names) {
      if (needed.has(name)) continue;
      await files.delete(name, { putBefore });
      removed += 1;
    }
  };
  let names: string[] = [];
  for await (const name of files.putBefore(putBefore)) {
    names.push(name);
    if (names.length < batch) continue;
    if (stopping?.aborted) return removed;
    await sweep(names);
    names = [];
  }
  await sweep(names);
  return removed;
}

/** Does so twice a day. */
export function watchFiles(services: Sweeping): { stop(): Promise<void> } {
  return repeat({
    name: 'unneeded files',
    everyMs: 12 * 3_600_000,
    act: (stopping) => sweepFiles(services, stopping),
  });
}
