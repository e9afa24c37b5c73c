import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { isolate } from '#core/language/isolate.ts';
import { directionOf, isLanguage, type Language } from '#core/language/language.ts';
import { browserLanguage } from './language.ts';
import { setLanguage } from './parts/format.ts';

/** One chunk a language, and only one of them is loaded. */
const dictionaries: Record<Language, () => Promise<{ words: object }>> = {
  en: () => import('./locales/en/index.ts'),
  de: () => import('./locales/de/index.ts'),
  es: () => import('./locales/es/index.ts'),
  fr: () => import('./locales/fr/index.ts'),
  ar: () => import('./locales/ar/index.ts'),
};

/** Every visible word comes from locales/. Call once, before the first render. */
export async function startWords(): Promise<void> {
  await i18next.use(initReactI18next).init({
    fallbackLng: false,
    resources: {},
    // React escapes what it renders; what is left to do is to keep names in their own direction.
    interpolation: { escapeValue: true, escape: (part: string) => isolate(part, shownLanguage()) },
    returnNull: false,
  });
  await speak(browserLanguage());
}

/** From now on everything on the screen is in this language: words, dates, numbers and direction. */
export async function speak(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', (await dictionaries[language]()).words);
  }
  setLanguage(language);
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  if (i18next.language !== language) await i18next.changeLanguage(language);
}

export function shownLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : 'en';
}
