import { expect, test } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { decidePause } from './mail-pause.ts';

test.each([
  ['nothing was sent', { written: 0, bounced: 0, reported: 0 }, undefined],
  ['two reports', { written: 10, bounced: 0, reported: 2 }, undefined],
  [
    'three of twenty recipients report it',
    { written: 20, bounced: 0, reported: 3 },
    /3 of the 20 people/,
    'mail-reported',
  ],
  ['three reports of a thousand', { written: 1000, bounced: 0, reported: 3 }, undefined],
  ['nine bounces', { written: 12, bounced: 9, reported: 0 }, undefined],
  ['a purchased address list', { written: 40, bounced: 12, reported: 0 }, /12 of the 40 addresses/],
  ['one in twenty of a large send', { written: 1000, bounced: 50, reported: 0 }, undefined],
  ['more than one in twenty', { written: 1000, bounced: 51, reported: 0 }, /51 of the 1000/],
] as const)(
  'bounces and reports pause an account: %s',
  (_, record, detail, code: string | undefined = detail && 'mail-paused') => {
    const pause = decidePause(record);
    expect(pause && isRefusal(pause) ? pause.refused : undefined).toBe(code);
    if (detail) expect(pause?.detail).toMatch(detail);
  },
);
