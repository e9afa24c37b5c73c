import { describe, expect, test } from 'vitest';
import { forEachDue, MAX_PER_TURN, BATCH_SIZE, type DueDocument } from './each-due.ts';

describe('processing due documents', () => {
  const documents = (count: number): DueDocument[] =>
    Array.from({ length: count }, (_, at) => ({ account_id: 'ada', id: `1${String(at).padStart(4, '0')}` }));

  const turn = async (all: readonly DueDocument[], fails: (id: string) => boolean) => {
    const done: string[] = [];
    const read = (behind: string) =>
      Promise.resolve(all.filter(({ id }) => id > behind).slice(0, BATCH_SIZE));
    const act = ({ id }: DueDocument) => {
      if (fails(id)) return Promise.reject(new Error(`${id} is damaged`));
      done.push(id);
      return Promise.resolve();
    };
    const failure = await forEachDue(read, act).catch((error: unknown) => error);
    return { done, failure };
  };

  test('a thousand failing documents do not block the one after them', async () => {
    const all = documents(2 * MAX_PER_TURN + 1);
    const last = all.at(-1)!.id;
    const { done, failure } = await turn(all, (id) => id !== last);
    expect(done).toEqual([last]);
    expect(failure).toMatchObject({ message: '1000 of 1001 failed: 10000 is damaged' });
  });

  test('one run processes five hundred documents and leaves the rest to the next', async () => {
    const { done, failure } = await turn(documents(3 * MAX_PER_TURN), () => false);
    expect(done).toHaveLength(MAX_PER_TURN);
    expect(failure).toBeUndefined();
  });
});
