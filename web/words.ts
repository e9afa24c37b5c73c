import { useSyncExternalStore } from 'react';
import type { AppLanguage } from '#core/language/language.ts';
import type { Say } from '#core/language/phrase.ts';
import type { Problem } from '#contract/problem.ts';
import { onFirstAct } from './kit/on-first-act.ts';
import { problemText as problemIn } from './kit/problem.ts';
import { createTranslator, type Dictionaries, type Texts } from './kit/words.ts';
import { browserLanguage } from './language.ts';
import type en from './locales/app/en.json';
import type { AppParts } from './locales/app/parts.ts';
import { setLanguage } from './parts/format.ts';

/** The translation function of the application. */
export type Translate = Say<typeof en, AppParts>;
type File = Promise<{ default: Texts }>;

/** Merges the texts with those of refusals, which in English come from the server. */
const both = async (app: File, problems: File) => ({ ...(await app).default, ...(await problems).default });

const first: Dictionaries<AppLanguage> = {
  en: async () => (await import('./locales/app/en.json?first')).default,
  de: async () => (await import('./locales/app/de.json?first')).default,
  es: async () => (await import('./locales/app/es.json?first')).default,
  fr: async () => (await import('./locales/app/fr.json?first')).default,
  ar: async () => (await import('./locales/app/ar.json?first')).default,
};
const later: Dictionaries<AppLanguage> = {
  en: async () => (await import('./locales/app/en.json?later')).default,
  de: () => both(import('./locales/app/de.json?later'), import('./locales/problems/de.json')),
  es: () => both(import('./locales/app/es.json?later'), import('./locales/problems/es.json')),
  fr: () => both(import('./locales/app/fr.json?later'), import('./locales/problems/fr.json')),
  ar: () => both(import('./locales/app/ar.json?later'), import('./locales/problems/ar.json')),
};
const words = createTranslator<typeof en, AppParts, AppLanguage>(first, later);
words.onSpeak(() => setLanguage(words.shownLanguage()));

export const { t, speak, speakFully, speakWith, shownLanguage } = words;

/** Returns all texts of a language, for rendering on the server. */
export async function loadMessages(language: AppLanguage): Promise<Texts> {
  return { ...(await first[language]()), ...(await later[language]()) };
}

/** Returns a refusal in the language of the page. */
export function problemText(problem: Partial<Problem> & { detail: string }): string {
  return problemIn(problem, words.texts(), words.shownLanguage());
}

/** Returns `t` and the language; the component renders again when the language changes. */
export function useTranslation(): { t: Translate; language: AppLanguage } {
  return useSyncExternalStore(words.onSpeak, words.shown, words.shown);
}

/**
 * Loads the texts from locales/: those of the first view first, and all others when the person begins to use
 * the page.
 */
export async function startWords(): Promise<void> {
  onFirstAct(() => void speakFully().catch(() => undefined));
  await speak(browserLanguage());
}
