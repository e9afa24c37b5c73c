import { languageCookie, languageFor, type Language } from '#core/language/language.ts';

/** The language of this browser before anybody has signed in: its own choice, else what it asks for, else English. */
export function browserLanguage(): Language {
  return languageFor([chosenLanguage(), ...navigator.languages]);
}

/** A choice made on this browser, by a visitor or by the member who was here last. */
export function chosenLanguage(): string | undefined {
  return new RegExp(`(?:^|;\\s*)${languageCookie}=([\\w-]+)`).exec(document.cookie)?.[1];
}

/** The browser's own language holds again. */
export function forgetLanguage(): void {
  document.cookie = `${languageCookie}=; Path=/; Max-Age=0; SameSite=Lax`;
}

/** In a cookie and not in storage, since the sign-in pages read it, which work without script. For a year. */
export function keepLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${languageCookie}=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}
