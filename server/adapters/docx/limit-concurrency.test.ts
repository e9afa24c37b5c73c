import { expect, test } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

/** Creates tasks that record when they start, and that end when the test ends them. */
function open(most: number) {
  const inTurn = limitConcurrency(most);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const bring = (name: string, account: string, size = 100): Promise<void> =>
    inTurn({
      account,
      size,
      run: () => {
        begun.push(name);
        return new Promise((end) => ends.set(name, end));
      },
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    begun: async () => (await settle(), begun),
    bring: (...work: Parameters<typeof bring>) => void bring(...work),
    end: (name: string) => ends.get(name)?.(),
  };
}

test('runs one task per account at a time without blocking other accounts', async () => {
  const { bring, begun, end } = open(2);
  bring('a1', 'ada');
  bring('a2', 'ada');
  bring('g1', 'grace');
  bring('l1', 'linus');
  expect(await begun()).toEqual(['a1', 'g1']);
  end('g1');
  expect(await begun()).toEqual(['a1', 'g1', 'l1']);
  end('a1');
  expect(await begun()).toEqual(['a1', 'g1', 'l1', 'a2']);
});

test('a small document does not wait behind a large one from the same account', async () => {
  const { bring, begun, end } = open(2);
  bring('book', 'ada', 4_000);
  bring('report', 'ada', 3_000);
  bring('letter', 'ada', 1_000);
  bring('note', 'ada', 500);
  expect(await begun()).toEqual(['book', 'letter']);
  end('letter');
  expect(await begun()).toEqual(['book', 'letter', 'note']);
  end('book');
  expect(await begun()).toEqual(['book', 'letter', 'note', 'report']);
});

test('small documents of one account do not take slots from other accounts', async () => {
  const { bring, begun } = open(2);
  bring('book', 'mallory', 4_000);
  bring('note', 'mallory', 10);
  bring('other', 'mallory', 10);
  bring('lease', 'ada');
  expect(await begun()).toEqual(['book', 'note', 'lease']);
});
