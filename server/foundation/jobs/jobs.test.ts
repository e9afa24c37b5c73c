import { expect, test } from 'vitest';
import { patience as smtpPatience } from '../../adapters/mailer/smtp.ts';
import { DEFAULT_SETTINGS, jobs, type JobSettings } from './jobs.ts';

/** Returns the seconds between the first and the last attempt if each fails immediately. */
function patience({ tries, initialWaitSeconds, maxWaitSeconds }: JobSettings): number {
  const waits = Array.from({ length: tries - 1 }, (_, n) =>
    Math.min(initialWaitSeconds * 2 ** n, maxWaitSeconds),
  );
  return waits.reduce((sum, wait) => sum + wait, 0);
}

test('a seal survives a full disk over a long weekend, and an email survives a night without its server (F-03)', () => {
  const hour = 3600;
  expect(patience({ ...DEFAULT_SETTINGS, ...jobs['seal-document'].settings })).toBeGreaterThan(6 * 24 * hour);
  expect(patience({ ...DEFAULT_SETTINGS, ...jobs['send-mail'].settings })).toBeGreaterThan(20 * hour);
});

test.each(['send-mail', 'send-identity-mail', 'send-support-message'] as const)(
  '%s is not given to another worker while a slow mail server responds, which would email twice (F-04)',
  (name) => {
    const { expireSeconds } = { ...DEFAULT_SETTINGS, ...jobs[name].settings };
    expect(expireSeconds * 1000).toBeGreaterThan(smtpPatience.whole + 60_000);
    // RFC 5321 §4.5.3.2.6 allows ten minutes for the response to the end of a message.
    expect(smtpPatience.answer).toBeGreaterThanOrEqual(600_000);
    expect(smtpPatience.whole).toBeGreaterThan(smtpPatience.answer);
  },
);
