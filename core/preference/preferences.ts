import type { Language } from '../language/language.ts';
import { noticeKindNames, noticeKinds, wants } from '../notice/kinds.ts';
import type { NoticeChoices, NoticeKind } from '../notice/kinds.ts';

/** The languages of the product, each with the name that its speakers give it. */
export { languages as languageCodes } from '../language/language.ts';
export type { Language } from '../language/language.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof themes)[number];

/** The choices of a member for themselves. */
export type Preferences = {
  /** null: as the browser asks. */
  language: Language | null;
  /** An IANA name such as 'Europe/Paris'; null: the browser's. */
  timezone: string | null;
  theme: ThemeChoice;
  /** The editor saves by itself. */
  autoSave: boolean;
  /** Only what differs from what is usual. */
  notifications: NoticeChoices;
};

export const defaultPreferences: Preferences = {
  language: null,
  timezone: null,
  theme: 'system',
  autoSave: true,
  notifications: {},
};

/** For each kind of news whether it is wanted; null on a channel that this kind does not have. */
export type EffectiveNotifications = Record<NoticeKind, { inApp: boolean | null; mail: boolean | null }>;

export function effectiveNotifications(choices: NoticeChoices): EffectiveNotifications {
  const shown = (kind: NoticeKind, channel: 'inApp' | 'mail'): boolean | null =>
    noticeKinds[kind][channel] === null ? null : wants(choices, kind, channel);
  return Object.fromEntries(
    noticeKindNames.map((kind) => [kind, { inApp: shown(kind, 'inApp'), mail: shown(kind, 'mail') }]),
  ) as EffectiveNotifications;
}

/** Preferences with some of them changed; what a change leaves out stays as it is. */
export function changePreferences(before: Preferences, change: Partial<Preferences>): Preferences {
  const notifications = { ...before.notifications };
  for (const kind of noticeKindNames) {
    const chosen = change.notifications?.[kind];
    if (chosen) notifications[kind] = { ...notifications[kind], ...chosen };
  }
  return { ...before, ...change, notifications };
}

/** A name that the tz database knows. Offsets such as '+01:00' are none: they know no summer time. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
