import { expect, test } from 'vitest';
import { answeredWithin, isOverdue, promiseFor, supportState } from './promise.ts';

const at = Date.UTC(2026, 10, 20, 9);

test('Pro and Business take precedence, and all plans have the same response time', () => {
  expect(promiseFor({ plan: 'pro', at })).toEqual({ priority: true, dueAt: at + answeredWithin });
  expect(promiseFor({ plan: 'business', at }).priority).toBe(true);
  for (const plan of ['free', null] as const) {
    expect(promiseFor({ plan, at })).toEqual({ priority: false, dueAt: at + answeredWithin });
  }
});

test('only waiting messages become overdue, and only after the response time', () => {
  const message = { waitingSince: at, closedAt: null, dueAt: at + answeredWithin };
  expect(isOverdue(message, message.dueAt)).toBe(false);
  expect(isOverdue(message, message.dueAt + 1)).toBe(true);
  expect(isOverdue({ ...message, waitingSince: null }, message.dueAt + 1)).toBe(false);
  expect(isOverdue({ ...message, closedAt: at }, message.dueAt + 1)).toBe(false);
  expect(supportState({ waitingSince: null, closedAt: null })).toBe('answered');
  expect(supportState({ waitingSince: at, closedAt: at })).toBe('closed');
});
