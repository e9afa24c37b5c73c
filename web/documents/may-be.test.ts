import { expect, test } from 'vitest';
import { mayBeDeleted, mayBeVoided } from './may-be.ts';

test.each([
  ['draft', false, 'delete'],
  ['sent', false, 'void'],
  ['sent', true, 'neither'],
  ['completed', false, 'delete'],
  ['declined', false, 'delete'],
  ['voided', false, 'delete'],
  ['expired', false, 'delete'],
] as const)('of a document that is %s (sealing: %s) the menu offers: %s', (status, sealing, offered) => {
  expect(mayBeDeleted({ status, sealing })).toBe(offered === 'delete');
  expect(mayBeVoided({ status, sealing })).toBe(offered === 'void');
});
