import { describe, expect, test } from 'vitest';
import { planNames } from '../plan/plans.ts';
import { mailLimits, mailSlot, mailSpans, refuseMail } from './mail-limit.ts';

const now = Date.UTC(2026, 2, 2, 9);
const { hour, day } = mailSpans;

describe('one more mail', () => {
  test('goes out at once while nothing is full', () => {
    expect(mailSlot([], now)).toBe(now);
    expect(mailSlot([{ span: hour, filling: null }], now)).toBe(now);
    expect(mailSlot([{ span: hour, filling: now - hour }], now)).toBe(now);
  });

  test('waits for the fullest window', () => {
    const windows = [
      { span: hour, filling: now - 1000 },
      { span: day, filling: now - 2 * hour },
    ];
    expect(mailSlot(windows, now)).toBe(now + 22 * hour);
  });

  test('is refused with the numbers and with the time to wait', () => {
    const refused = refuseMail('pro', now + 90_001, now);
    expect(refused).toMatchObject({ refused: 'mail-limit', retryAfter: 91 });
    expect(refused.detail).toMatch(/250 .*an hour, 1000 a day, and 50 a day to one address.*\.$/);
  });
});

test('each plan allows an hour less than a day, and a bulk send of 1 000 rows with two signers fits the largest', () => {
  for (const plan of planNames) {
    const { anHour, aDay, toOneAddressADay } = mailLimits[plan];
    expect(toOneAddressADay).toBeLessThan(anHour);
    expect(anHour).toBeLessThan(aDay);
  }
  expect(mailLimits.business.anHour).toBeGreaterThanOrEqual(2000);
});
