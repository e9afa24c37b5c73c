import { describe, expect, test } from 'vitest';
import { changePreferences, defaultPreferences, effectiveNotifications, isTimezone } from './preferences.ts';

describe('member preferences', () => {
  test('changing a single setting leaves all others unchanged', () => {
    const quiet = changePreferences(defaultPreferences, {
      notifications: { 'document-completed': { mail: false } },
    });
    const both = changePreferences(quiet, {
      theme: 'dark',
      notifications: { 'document-completed': { inApp: false }, 'recipient-opened': { inApp: false } },
    });
    expect(both).toEqual({
      ...defaultPreferences,
      theme: 'dark',
      notifications: {
        'document-completed': { mail: false, inApp: false },
        'recipient-opened': { inApp: false },
      },
    });
    expect(quiet.notifications).toEqual({ 'document-completed': { mail: false } });
  });

  test('the preferences list every kind of notification, with null for channels that it does not support', () => {
    const shown = effectiveNotifications({ 'document-completed': { mail: false } });
    expect(shown['document-completed']).toEqual({ inApp: true, mail: false });
    expect(shown['document-expired']).toEqual({ inApp: true, mail: true });
    expect(shown['recipient-opened']).toEqual({ inApp: true, mail: null });
  });
});

describe('time zones', () => {
  test.each(['Europe/Paris', 'America/Argentina/Ushuaia', 'UTC', 'Etc/GMT+5'])(
    'accepts %s as a time zone',
    (name) => {
      expect(isTimezone(name)).toBe(true);
    },
  );
  test.each(['', '+01:00', 'Mars/Olympus', 'Europe/Paris\n', '../etc/localtime', 'A'.repeat(100)])(
    'rejects %j as a time zone',
    (name) => expect(isTimezone(name)).toBe(false),
  );
});
