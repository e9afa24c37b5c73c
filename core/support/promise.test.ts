import { expect, test } from 'vitest';
import { hasPriority, isOverdue, replyDueAt, supportState } from './promise.ts';

const at = Date.UTC(2026, 10, 20, 9);
const day = 24 * 3_600_000;

test('Pro and Business have priority, and a reply is due only if the operator promises a response time', () => {
  expect((['pro', 'business', 'free', null] as const).map((plan) => hasPriority(plan))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(replyDueAt(at, 24)).toBe(at + day);
  expect(replyDueAt(at, null)).toBeNull();
});

test('only waiting messages can become overdue, and only if a response time was promised', () => {
  const message = { waitingSince: at, closedAt: null, dueAt: at + day };
  expect(isOverdue(message, message.dueAt)).toBe(false);
  expect(isOverdue(message, message.dueAt + 1)).toBe(true);
  expect(isOverdue({ ...message, dueAt: null }, message.dueAt + 1)).toBe(false);
  expect(isOverdue({ ...message, waitingSince: null }, message.dueAt + 1)).toBe(false);
  expect(isOverdue({ ...message, closedAt: at }, message.dueAt + 1)).toBe(false);
  expect(supportState({ waitingSince: null, closedAt: null })).toBe('answered');
  expect(supportState({ waitingSince: at, closedAt: at })).toBe('closed');
});
