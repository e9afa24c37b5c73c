import { runEach } from '../../foundation/jobs/run-for-each.ts';

export type DueDocument = { account_id: string; id: string };

/** Documents per query. */
export const BATCH_SIZE = 100;
/**
 * Maximum number of documents per run. A run takes about five seconds, which delays a shutdown. The remaining
 * documents are processed within minutes.
 */
export const MAX_PER_TURN = 500;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Processes up to five hundred due documents, and leaves the rest to the next run. Failed documents do not
 * count toward the limit, so that five hundred documents that always fail cannot block the others.
 *
 * @param read returns at most `BATCH_SIZE` due documents after this id, ordered by id
 * @throws AggregateError if any failed, after processing all of them
 */
export async function forEachDue(
  read: (behind: string) => Promise<DueDocument[]>,
  act: (one: DueDocument) => Promise<unknown>,
): Promise<void> {
  let done = 0;
  await runEach(due(), async (one) => {
    await act(one);
    done += 1;
  });

  async function* due(): AsyncGenerator<DueDocument> {
    for (let behind = beforeAll; done < MAX_PER_TURN;) {
      const some = await read(behind);
      yield* some;
      if (some.length < BATCH_SIZE) return;
      behind = some.at(-1)!.id;
    }
  }
}
