import { expect, test } from 'vitest';
import { canBeDeleted, canBeVoided } from './may-be.ts';

const signed = new Date('2026-11-20T09:00:00Z');
const daysAfter = (days: number): number => signed.getTime() + days * 86_400_000;

test.each([
  ['draft', false, 'delete'],
  ['sent', false, 'void'],
  ['sent', true, 'neither'],
  ['completed', false, 'delete'],
  ['declined', false, 'delete'],
  ['voided', false, 'delete'],
  ['expired', false, 'delete'],
] as const)('the menu of a document that is %s (sealing: %s) offers: %s', (status, sealing, offered) => {
  expect(canBeDeleted({ status, sealing })).toBe(offered === 'delete');
  const document = { status, sealing, sealProblem: null, updatedAt: signed.toISOString() };
  expect(canBeVoided(document, daysAfter(90))).toBe(offered === 'void');
});

test('a fully signed document can be voided only after its seal has failed for 8 days', () => {
  const stuck = {
    status: 'sent',
    sealing: true,
    sealProblem: 'No.',
    updatedAt: signed.toISOString(),
  } as const;
  expect([1, 7, 8].map((days) => canBeVoided(stuck, daysAfter(days)))).toEqual([false, false, true]);
});
