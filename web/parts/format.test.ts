import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Language } from '#core/language/language.ts';
import {
  clockTime,
  differenceOf,
  duration,
  exactTime,
  fileSize,
  setLanguage,
  setTimezone,
} from './format.ts';
import { shortDate, timeAgo, wholeDay } from './format.ts';

// Resets state left by other test files in the same process.
beforeEach(() => region('en', null));
afterEach(() => region('en', null));

describe('file sizes', () => {
  test('use base 1024, with one decimal in lists and two in the upload dialog', () => {
    expect(fileSize(0)).toBe('0 Bytes');
    expect(fileSize(1023)).toBe('1023 Bytes');
    expect(fileSize(1024)).toBe('1.0 KB');
    expect(fileSize(254_259)).toBe('248.3 KB');
    expect(fileSize(26_214_400, 2)).toBe('25.00 MB');
    expect(fileSize(3 * 1024 ** 4)).toBe('3072.0 GB');
  });
});

describe('dates', () => {
  test('are short, in American English', () => {
    expect(shortDate('2024-01-05T12:00:00Z')).toBe('Jan 5, 2024');
  });

  test('use the chosen language and time zone', () => {
    const late = '2024-07-05T22:30:00Z';
    region('en', 'Asia/Tokyo');
    expect(shortDate(late)).toBe('Jul 6, 2024');
    expect(clockTime(Date.parse(late))).toBe('07:30');
    region('de', 'Europe/Berlin');
    expect(exactTime(late)).toMatch(/6\. Juli? 2024.* 00:30:00 MESZ/);
    expect(fileSize(254_259)).toBe('248,3 kB');
  });
});

describe('relative times', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');

  test('are in minutes, hours and days, and are replaced by the date after a week', () => {
    expect(timeAgo('2026-11-22T11:48:00Z', now)).toBe('12 minutes ago');
    expect(timeAgo('2026-11-22T10:00:00Z', now)).toBe('2 hours ago');
    expect(timeAgo('2026-11-21T09:00:00Z', now)).toBe('yesterday');
    expect(timeAgo('2026-11-10T09:00:00Z', now)).toBe('Nov 10');
  });

  test("show 'now' and never a future time if the reader's clock is behind the server's", () => {
    expect(timeAgo('2026-11-22T12:03:00Z', now)).toBe('this minute');
  });

  test('days include the weekday, and the year if it differs', () => {
    region('en', 'Europe/Berlin');
    expect(wholeDay('2026-11-22T23:30:00Z', now)).toBe('Monday, November 23');
    expect(wholeDay('2025-12-30T09:00:00Z', now)).toBe('December 30, 2025');
  });
});

describe('durations', () => {
  test('are days with one decimal, hours below one day, and minutes below one hour', () => {
    expect(duration(2.3 * 86_400_000)).toBe('2.3d');
    expect(duration(5 * 3_600_000)).toBe('5h');
    expect(duration(90_000)).toBe('2m');
    expect(duration(0.4 * 86_400_000, 1.8 * 86_400_000)).toBe('0.4d');
  });

  test('a difference that would round to zero is not shown', () => {
    expect(differenceOf(0.4 * 86_400_000, 1.8 * 86_400_000)).toBe('0.4d');
    expect(differenceOf(0.04 * 86_400_000, 1.8 * 86_400_000)).toBeNull();
    expect(differenceOf(20 * 60_000, 5 * 3_600_000)).toBeNull();
    expect(differenceOf(40 * 60_000, 5 * 3_600_000)).toBe('1h');
    expect(differenceOf(20_000, 5 * 60_000)).toBeNull();
  });
});

test('sizes and durations use the units of the language, with digits from 0 to 9', () => {
  region('fr', null);
  expect(fileSize(254_259)).toMatch(/^248,3\sko$/i);
  region('de', null);
  expect(duration(2.3 * 86_400_000)).toMatch(/^2,3\sTg\.$/);
  region('ar', 'Africa/Cairo');
  expect(shortDate('2024-01-05T12:00:00Z')).toMatch(/2024/);
  expect(fileSize(254_259)).toMatch(/248\.3/);
});

function region(language: Language, timezone: string | null): void {
  setLanguage(language);
  setTimezone(timezone);
}
