import { expect, test } from 'vitest';
import { retainsFiles, purgeTime } from './bin.ts';

test('a deleted document can be restored for thirty days', () => {
  expect(new Date(purgeTime(Date.UTC(2026, 1, 1))).toISOString()).toBe('2026-03-03T00:00:00.000Z');
});

test.for([
  ['draft', false, false],
  ['draft', true, false],
  ['voided', false, false],
  ['expired', false, false],
  ['voided', true, true],
  ['declined', true, true],
  ['completed', true, true],
  ['completed', false, true],
] as const)('%s, acted on %s: its files are kept %s', ([status, acted, kept]) => {
  expect(retainsFiles(status, acted)).toBe(kept);
});
