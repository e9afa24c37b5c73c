import { expect, test } from 'vitest';
import { nextBulkState, bulkActs, bulkStates, pauseBy } from './bulk.ts';

test.each([
  ['running', { pause: 'paused', resume: 'running', cancel: 'cancelled' }],
  ['paused', { pause: 'paused', resume: 'running', cancel: 'cancelled' }],
  ['done', {}],
  ['cancelled', { cancel: 'cancelled' }],
] as const)('a bulk send that is %s can become %j', (state, next) => {
  const possible = bulkActs.flatMap((act) => {
    const after = nextBulkState(state, act);
    return after ? [[act, after]] : [];
  });
  expect(Object.fromEntries(possible)).toEqual(next);
});

test('a finished bulk send cannot be changed', () => {
  for (const state of bulkStates.filter((one) => one === 'done' || one === 'cancelled')) {
    expect(bulkActs.map((act) => nextBulkState(state, act) ?? state)).toEqual([state, state, state]);
  }
});

test.each([
  ['plan-limit-documents', 'plan'],
  ['mail-paused', 'mail'],
  ['not-permitted', 'member'],
  ['preflight-unavailable', 'file'],
  ['recipient-blocked', undefined],
])('a row that fails with %s stops the following rows: %s', (code, kind) => {
  expect(pauseBy(code)).toBe(kind);
});
