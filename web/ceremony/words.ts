import { directionOf, intlLocale, spokenOf, type Language } from '#core/language/language.ts';
import { phrase, type Parts, type PhraseKey } from '#core/language/phrase.ts';
import type en from './locales/en.json';

export type Word = PhraseKey<typeof en>;

/** One chunk a language. Only the one that is shown is loaded, beside the document and not before it. */
const dictionaries: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  en: () => import('./locales/en.json'),
  de: () => import('./locales/de.json'),
  es: () => import('./locales/es.json'),
  fr: () => import('./locales/fr.json'),
  ar: () => import('./locales/ar.json'),
};

let shown: Language = 'en';
let texts: Record<string, string> = {};

/** What this browser asks for: most likely the language that the server answers in. */
export function browserLanguage(): Language {
  return spokenOf(navigator.languages) ?? 'en';
}

/** The language of the page as the server has filled it in. */
export function servedLanguage(): Language {
  return spokenOf([document.documentElement.lang]) ?? browserLanguage();
}

/** From now on the page is in this language. The server has the last word on which one it begins in. */
export async function speak(language: Language): Promise<void> {
  speakWith(language, await loadWords(language));
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

/** The same at once, with words that are there, and where there is no page: on the server. */
export function speakWith(language: Language, words: Record<string, string>): void {
  texts = words;
  shown = language;
}

export async function loadWords(language: Language): Promise<Record<string, string>> {
  return (await dictionaries[language]()).default;
}

/** Has the words on their way while the server is asked what to show. */
export function expectLanguage(language: Language): void {
  void dictionaries[language]().catch(() => undefined);
}

export function shownLanguage(): Language {
  return shown;
}

/** The one that is shown, or before there is one the one to expect. */
export function pageLanguage(): Language {
  return Object.keys(texts).length > 0 ? shown : browserLanguage();
}

/**
 * A text of the page; nothing before the first language has arrived. The files follow i18next's format ({{part}},
 * _one/_other), as those of the app do; its run time is left out to keep the first load small.
 */
export function t(word: Word, parts: Parts = {}): string {
  return Object.keys(texts).length === 0 ? '' : phrase(texts, shown, word, parts);
}

/** 'Nov 20, 2026' in the reader's own language and time zone (specification §9). */
export function formatDate(instant: string): string {
  return new Intl.DateTimeFormat(intlLocale(shown), {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }).format(new Date(instant));
}

/** The same moment to the minute, with the zone named: for a tooltip. */
export function formatMoment(instant: string): string {
  return new Intl.DateTimeFormat(intlLocale(shown), { dateStyle: 'long', timeStyle: 'long' }).format(
    new Date(instant),
  );
}
