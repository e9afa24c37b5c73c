import { expect, test } from 'vitest';
import { inTurns } from './in-turns.ts';

const times = { enough: 60, share: 5 };

async function resultsOf(work: (() => Promise<string>)[]): Promise<[number, string][]> {
  const results: [number, string][] = [];
  for await (const { index, result } of inTurns(work.length, (at) => work[at]!(), times))
    results.push([index, result]);
  return results;
}

const never = () => new Promise<string>(() => undefined);
const done = () => Promise.resolve('done');

test('a task that never ends does not block the others', async () => {
  expect(await resultsOf([never, done, never, done])).toEqual([
    [1, 'done'],
    [3, 'done'],
    [0, 'late'],
    [2, 'late'],
  ]);
});

test('a task that exceeds its share of the time is awaited at the end', async () => {
  let finish = (_: string): void => undefined;
  const long = () =>
    new Promise<string>((resolve) => {
      finish = resolve;
    });
  const last = () => {
    finish('long');
    return done();
  };
  expect(await resultsOf([long, done, last])).toEqual([
    [1, 'done'],
    [2, 'done'],
    [0, 'long'],
  ]);
});

test('rethrows errors', async () => {
  await expect(resultsOf([never, () => Promise.reject(new Error('broken'))])).rejects.toThrow('broken');
});
