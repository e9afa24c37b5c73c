import type { Language } from '../language/language.ts';
import { noticeKindNames, noticeKinds, wants } from '../notice/kinds.ts';
import type { NoticeChoices, NoticeKind } from '../notice/kinds.ts';

/** The languages of the product, each with its native name. */
export { languages as languageCodes } from '../language/language.ts';
export type { Language } from '../language/language.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof themes)[number];

/** The personal settings of a member. */
export type Preferences = {
  /** null: the browser's language. */
  language: Language | null;
  /** An IANA name such as 'Europe/Paris'; null: the browser's. */
  timezone: string | null;
  theme: ThemeChoice;
  /** The editor saves automatically. */
  autoSave: boolean;
  /** Only the differences from the defaults. */
  notifications: NoticeChoices;
};

export const defaultPreferences: Preferences = {
  language: null,
  timezone: null,
  theme: 'system',
  autoSave: true,
  notifications: {},
};

/** For each kind of notification, whether it is wanted; null on a channel that the kind does not support. */
export type EffectiveNotifications = Record<NoticeKind, { inApp: boolean | null; mail: boolean | null }>;

export function effectiveNotifications(choices: NoticeChoices): EffectiveNotifications {
  const shown = (kind: NoticeKind, channel: 'inApp' | 'mail'): boolean | null =>
    noticeKinds[kind][channel] === null ? null : wants(choices, kind, channel);
  return Object.fromEntries(
    noticeKindNames.map((kind) => [kind, { inApp: shown(kind, 'inApp'), mail: shown(kind, 'mail') }]),
  ) as EffectiveNotifications;
}

/** Returns the preferences with the change applied; everything it leaves out is unchanged. */
export function changePreferences(before: Preferences, change: Partial<Preferences>): Preferences {
  const notifications = { ...before.notifications };
  for (const kind of noticeKindNames) {
    const chosen = change.notifications?.[kind];
    if (chosen) notifications[kind] = { ...notifications[kind], ...chosen };
  }
  return { ...before, ...change, notifications };
}

/**
 * Returns true for names of the tz database. Offsets such as '+01:00' are refused, because they have no
 * daylight saving time.
 */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
