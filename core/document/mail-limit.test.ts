import { describe, expect, test } from 'vitest';
import { planNames } from '../plan/plans.ts';
import {
  mailLimits,
  mailLimitsAt,
  nextMailWindow,
  mailSpans,
  newAccountMails,
  refuseMail,
} from './mail-limit.ts';

const now = Date.UTC(2026, 2, 2, 9);
const { hour, day } = mailSpans;

describe('limits on sent emails', () => {
  test('an email is sent immediately if no limit is reached', () => {
    expect(nextMailWindow([], now)).toBe(now);
    expect(nextMailWindow([{ span: hour, filling: null }], now)).toBe(now);
    expect(nextMailWindow([{ span: hour, filling: now - hour }], now)).toBe(now);
  });

  test('if several limits are reached, the email waits for the last of them', () => {
    const windows = [
      { span: hour, filling: now - 1000 },
      { span: day, filling: now - 2 * hour },
    ];
    expect(nextMailWindow(windows, now)).toBe(now + 22 * hour);
  });

  test('a refusal contains the limit and the waiting time', () => {
    const refused = refuseMail('pro', { ...mailLimits.pro, isNew: false }, now + 90_001, now);
    expect(refused).toMatchObject({ refused: 'mail-limit', retryAfter: 91 });
    expect(refused.detail).toMatch(/250 .*an hour, 1000 a day, and 50 a day to one address.*\.$/);
  });
});

test('every plan allows fewer emails per hour than per day, and the largest fits a bulk send of 1,000 rows with two signers', () => {
  for (const plan of planNames) {
    const { perHour, perDay, perAddressPerDay } = mailLimits[plan];
    expect(perAddressPerDay).toBeLessThan(perHour);
    expect(perHour).toBeLessThan(perDay);
  }
  expect(mailLimits.business.perHour).toBeGreaterThanOrEqual(2000);
});

test.each([
  ['free', 0, newAccountMails, 20, 20],
  ['free', 4, newAccountMails, 40, 20],
  ['pro', 0, newAccountMails, 100, 100],
  ['pro', 4, newAccountMails, 200, 200],
  ['business', 2, newAccountMails, 500, 500],
  ['business', 13, newAccountMails, 2500, 2500],
  ['business', 14, newAccountMails, 10_000, 2500],
  ['business', 0, null, 10_000, 2500],
  ['free', 0, 3, 3, 3],
] as const)(
  'a new account starts with a low limit: %s on day %d sends %s × → %d a day',
  (plan, days, first, perDay, perHour) => {
    expect(mailLimitsAt(plan, days * day, first)).toMatchObject({ perDay, perHour });
  },
);

test('the refusal explains to a new account why its limit is low', () => {
  const limits = mailLimitsAt('free', 0, newAccountMails);
  expect(refuseMail('free', limits, now + 1000, now).detail).toMatch(
    /^New accounts have lower limits.* 20 a day/,
  );
});
