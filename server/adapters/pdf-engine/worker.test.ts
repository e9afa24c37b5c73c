import { expect, test } from 'vitest';
import { passes } from '../../foundation/http/passing-faults.ts';
import { judgeTask, OutOfBounds, StarvedError } from './worker.ts';

const limits = { seconds: 10, megabytes: 500 };

test.each([
  ['within its limits', { spent: 9, elapsed: 59, megabytes: 400 }, undefined],
  ['that uses too much CPU time', { spent: 11, elapsed: 11, megabytes: 400 }, OutOfBounds],
  ['that uses too much memory', { spent: 1, elapsed: 1, megabytes: 501 }, OutOfBounds],
  ['that gets no CPU time', { spent: 2, elapsed: 61, megabytes: 400 }, StarvedError],
] as const)('the limits for a task %s count only its own resource usage', (_name, used, ending) => {
  const judged = judgeTask(used, limits);
  expect(judged?.constructor).toBe(ending);
});

test('a timeout on a busy machine is not blamed on the file, and the request may be repeated', () => {
  expect(passes(new StarvedError('The task waited too long.'))).toBe(true);
  expect(new StarvedError('') instanceof OutOfBounds).toBe(false);
  expect(passes(new OutOfBounds('The task took too long.'))).toBe(false);
});
