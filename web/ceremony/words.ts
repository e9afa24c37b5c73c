import type { Problem } from '#contract/problem.ts';
import { intlLocale, languageFor, spokenOf, type Language } from '#core/language/language.ts';
import type { PhraseKey } from '#core/language/phrase.ts';
import { problemText as problemIn } from '../kit/problem.ts';
import { makeWords, type Dictionaries, type Texts } from '../kit/words.ts';
import type en from '../locales/signer/en.json';
import type { SignerParts } from '../locales/signer/parts.ts';

/** A text that stands for itself: nothing is filled in. */
export type Word = Exclude<PhraseKey<typeof en>, keyof SignerParts>;

/** Only the one that is shown is loaded, beside the document and not before it. */
const dictionaries: Dictionaries = {
  en: async () => (await import('../locales/signer/en.json')).default,
  de: async () => (await import('../locales/signer/de.json')).default,
  es: async () => (await import('../locales/signer/es.json')).default,
  fr: async () => (await import('../locales/signer/fr.json')).default,
  ar: async () => (await import('../locales/signer/ar.json')).default,
};
const words = makeWords<typeof en, SignerParts>(dictionaries);

export const { t, speak, speakWith, shownLanguage } = words;

/** The language this browser asks for: most likely the language that the server answers in. */
export function browserLanguage(): Language {
  return languageFor(navigator.languages);
}

/** The language of the page as the server has filled it in. */
export function servedLanguage(): Language {
  return spokenOf([document.documentElement.lang]) ?? browserLanguage();
}

export function loadWords(language: Language): Promise<Texts> {
  return dictionaries[language]();
}

/** Has the words on their way while the server is asked what to show. */
export function expectLanguage(language: Language): void {
  void dictionaries[language]().catch(() => undefined);
}

/** Fetched when something was refused and not before. In English the server's own sentence stands. */
const problems: Record<Exclude<Language, 'en'>, () => Promise<{ default: Texts }>> = {
  de: () => import('../locales/problems/de.json'),
  es: () => import('../locales/problems/es.json'),
  fr: () => import('../locales/problems/fr.json'),
  ar: () => import('../locales/problems/ar.json'),
};

/** A refusal in the language of the page, or before there is one in the language to expect. */
export async function problemText(problem: Partial<Problem> & { detail: string }): Promise<string> {
  const language = Object.keys(words.texts()).length > 0 ? shownLanguage() : browserLanguage();
  const texts =
    language === 'en'
      ? {}
      : await problems[language]().then(
          ({ default: all }) => all,
          () => ({}),
        );
  return problemIn(problem, texts, language);
}

/** 'Nov 20, 2026' in the reader's own language and time zone (specification §9). */
export function formatDate(instant: string): string {
  return new Intl.DateTimeFormat(intlLocale(shownLanguage()), {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }).format(new Date(instant));
}

/** The same moment to the minute, with the zone named: for a tooltip. */
export function formatMoment(instant: string): string {
  return new Intl.DateTimeFormat(intlLocale(shownLanguage()), {
    dateStyle: 'long',
    timeStyle: 'long',
  }).format(new Date(instant));
}
