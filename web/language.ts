import { appLanguageFor, languageCookie, type AppLanguage } from '#core/language/language.ts';

/** Returns the language before sign-in: the stored choice, else the browser's language, else English. */
export function browserLanguage(): AppLanguage {
  return appLanguageFor([chosenLanguage(), ...navigator.languages]);
}

/** Returns the choice made in this browser, by a visitor or by the last member. */
export function chosenLanguage(): string | undefined {
  return new RegExp(`(?:^|;\\s*)${languageCookie}=([\\w-]+)`).exec(document.cookie)?.[1];
}

/** Removes the choice, so that the browser's language applies again. */
export function clearLanguage(): void {
  document.cookie = `${languageCookie}=; Path=/; Max-Age=0; SameSite=Lax`;
}

/**
 * The choice is stored for a year in a cookie rather than in browser storage, because the sign-in pages read
 * it and work without scripts.
 */
export function saveLanguageChoice(language: AppLanguage): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${languageCookie}=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}
