import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { words } from './locales/en/index.ts';

/** Every visible word comes from locales/. Call once, before the first render. */
export async function startWords(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: words } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  document.documentElement.lang = i18next.language;
  document.documentElement.dir = i18next.dir();
}
