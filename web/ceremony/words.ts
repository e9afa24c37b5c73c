import en from './locales/en.json' with { type: 'json' };

type Keys = keyof typeof en;
type PluralStem<Key> = Key extends `${infer Stem}_other` ? Stem : never;
export type Word = Keys | PluralStem<Keys>;
type Parts = Record<string, string | number>;

/** The language of this page, for `lang`, for dates and for the record of what was consented to. */
export const locale = 'en';

const plurals = new Intl.PluralRules(locale);
const texts: Record<string, string> = en;

/**
 * A text of the page. The files follow i18next's format ({{part}}, _one/_other), so that they are translated
 * together with the rest of the app; its run time is left out to keep the first load small.
 */
export function t(word: Word, parts: Parts = {}): string {
  const count = parts['count'];
  const form = typeof count === 'number' ? texts[`${word}_${plurals.select(count)}`] : undefined;
  const text = form ?? texts[word] ?? word;
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(parts[name] ?? ''));
}

/** 'Nov 20, 2026' in the reader's own time zone (specification §9). */
export function formatDate(instant: string): string {
  return new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }).format(new Date(instant));
}

/** The same moment to the minute, with the zone named: for a tooltip. */
export function formatMoment(instant: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long' }).format(new Date(instant));
}
