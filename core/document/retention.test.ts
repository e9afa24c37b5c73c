import { expect, test } from 'vitest';
import { retentionCutoff } from './retention.ts';

test.each([
  ['2026-11-23T10:00:00.000Z', 12, '2025-11-23T10:00:00.000Z'],
  ['2026-05-31T10:00:00.000Z', 3, '2026-02-28T10:00:00.000Z'],
  ['2028-05-31T10:00:00.000Z', 3, '2028-02-29T10:00:00.000Z'],
  ['2026-01-15T00:00:00.000Z', 1, '2025-12-15T00:00:00.000Z'],
  ['2026-01-31T00:00:00.000Z', 360, '1996-01-31T00:00:00.000Z'],
])('at %s, a retention period of %i months goes back to %s', (now, months, before) => {
  expect(new Date(retentionCutoff(Date.parse(now), months)).toISOString()).toBe(before);
});
