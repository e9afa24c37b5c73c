import { eachByItself } from '../../jobs/each-by-itself.ts';

export type DueDocument = { account_id: string; id: string };

/** How many documents are read at a time. */
export const portion = 100;
/** So many in one turn, in some five seconds, which a stop waits for; those behind them wait for minutes at most. */
export const mostInTurn = 500;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Does what is due for five hundred documents, and leaves the rest to the next turn. Those that failed do not count, so that
 * five hundred that always fail keep nobody behind them from their turn.
 *
 * @param read the documents behind this id that are due, in the order of their ids, at most `portion` of them.
 * @throws AggregateError after all of them, where one failed.
 */
export async function eachDue(
  read: (behind: string) => Promise<DueDocument[]>,
  act: (one: DueDocument) => Promise<unknown>,
): Promise<void> {
  let done = 0;
  await eachByItself(due(), async (one) => {
    await act(one);
    done += 1;
  });

  async function* due(): AsyncGenerator<DueDocument> {
    for (let behind = beforeAll; done < mostInTurn;) {
      const some = await read(behind);
      yield* some;
      if (some.length < portion) return;
      behind = some.at(-1)!.id;
    }
  }
}
