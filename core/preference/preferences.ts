import type { AppLanguage } from '../language/language.ts';
import { noticeKindNames, noticeKinds, wants } from '../notice/kinds.ts';
import type { NoticeChoices, NoticeKind } from '../notice/kinds.ts';

export { appLanguages as languageCodes } from '../language/language.ts';
export type { AppLanguage } from '../language/language.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof themes)[number];

/**
 * A saved view of the document list, with its name and the page's parameters. Days are YYYY-MM-DD in the
 * reader's time zone.
 */
export type SavedView = { name: string; filter: Partial<Record<ViewParameter, string>> };
export const viewParameters = [
  ...(['q', 'status', 'due', 'owner', 'recipient', 'reference', 'from', 'to', 'test'] as const),
  ...(['folder', 'scope', 'sort'] as const),
] as const;
export type ViewParameter = (typeof viewParameters)[number];
/** Maximum number of saved views per member. */
export const MAX_VIEWS = 30;

/** Personal settings of a member. */
export type Preferences = {
  /** Null for the browser's language. */
  language: AppLanguage | null;
  /** An IANA name such as 'Europe/Paris'; null for the browser's time zone. */
  timezone: string | null;
  theme: ThemeChoice;
  /** True if the editor saves automatically. */
  autoSave: boolean;
  /** Contains only choices that differ from the defaults. */
  notifications: NoticeChoices;
  /** Saved views in display order. */
  views: SavedView[];
};

export const defaultPreferences: Preferences = {
  language: null,
  timezone: null,
  theme: 'system',
  autoSave: true,
  notifications: {},
  views: [],
};

/** Whether each kind of notification is wanted; null for a channel that the kind does not support. */
export type EffectiveNotifications = Record<NoticeKind, { inApp: boolean | null; mail: boolean | null }>;

export function effectiveNotifications(choices: NoticeChoices): EffectiveNotifications {
  const shown = (kind: NoticeKind, channel: 'inApp' | 'mail'): boolean | null =>
    noticeKinds[kind][channel] === null ? null : wants(choices, kind, channel);
  return Object.fromEntries(
    noticeKindNames.map((kind) => [kind, { inApp: shown(kind, 'inApp'), mail: shown(kind, 'mail') }]),
  ) as EffectiveNotifications;
}

/** Returns the preferences with the change applied. Omitted properties are unchanged. */
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
