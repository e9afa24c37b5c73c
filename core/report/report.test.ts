import { expect, test } from 'vitest';
import { endOfPeriod, startOfPeriod } from './schedule.ts';
import { stepsOf } from './steps.ts';

test('durations are measured from the first invitation to the action', () => {
  const event = (type: string, minute: number, more: object = {}) => ({
    type,
    at: new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString(),
    actorId: null,
    recipientId: null,
    name: '',
    email: '',
    ...more,
  });
  expect(
    stepsOf([
      event('invitation_issued', 0, { recipientId: 'g', name: 'Grace', email: 'grace@harbour.example' }),
      event('invitation_issued', 1, { recipientId: 'l', name: 'Linus', email: 'linus@okafor.example' }),
      event('invitation_issued', 2, { recipientId: 'g', name: 'Grace', email: 'grace@harbour.example' }),
      event('document_opened', 3, { actorId: 'g' }),
      event('document_signed', 5, { actorId: 'g', name: 'Grace', email: 'grace@harbour.example' }),
    ]),
  ).toMatchObject([
    { recipientId: 'g', act: 'signed', durationMs: 300_000, openedAt: '2026-11-20T09:03:00.000Z' },
    { recipientId: 'l', act: null, durationMs: null, openedAt: null },
  ]);
});

test('weeks begin on Monday and months on the first, at midnight UTC', () => {
  const sunday = Date.UTC(2026, 10, 22, 23, 59);
  expect(new Date(endOfPeriod('week', sunday)).toISOString()).toBe('2026-11-23T00:00:00.000Z');
  expect(new Date(endOfPeriod('week', Date.UTC(2026, 10, 23))).toISOString()).toBe(
    '2026-11-30T00:00:00.000Z',
  );
  expect(new Date(endOfPeriod('month', Date.UTC(2026, 11, 31, 9))).toISOString()).toBe(
    '2027-01-01T00:00:00.000Z',
  );
  expect(new Date(startOfPeriod('month', Date.UTC(2027, 2, 1))).toISOString()).toBe(
    '2027-02-01T00:00:00.000Z',
  );
  expect(new Date(startOfPeriod('week', Date.UTC(2026, 10, 23))).toISOString()).toBe(
    '2026-11-16T00:00:00.000Z',
  );
});
