/** The languages of the application, ceremony, emails and disclosure. The first is the fallback. */
export const languages = ['en', 'de', 'es', 'fr', 'ar'] as const;
export type Language = (typeof languages)[number];

/** Each language in its own words, for people who cannot read the displayed language. */
export const ownNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  ar: 'العربية',
};

/** The cookie with a visitor's choice. The sign-in pages, which work without scripts, read it too. */
export const languageCookie = 'language';

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

/**
 * Returns the locale for Intl. English is American, as the specification writes its dates (§9). Arabic keeps
 * the digits 0 to 9, because the same numbers appear on the signed pages, in the certificate and in file
 * fingerprints.
 */
export function intlLocale(language: Language): string {
  if (language === 'en') return 'en-US';
  return language === 'ar' ? 'ar-u-nu-latn' : language;
}

/**
 * Returns the first supported language, regardless of region: 'de-AT' is German. Undefined if none is
 * supported.
 */
export function firstKnownLanguage(wanted: readonly (string | null | undefined)[]): Language | undefined {
  for (const tag of wanted) {
    const primary = tag?.trim().toLowerCase().split(/[-_]/, 1)[0];
    if (isLanguage(primary)) return primary;
  }
  return undefined;
}

/** Like `firstKnownLanguage`, with English as the fallback. */
export const languageFor = (wanted: readonly (string | null | undefined)[]): Language =>
  firstKnownLanguage(wanted) ?? 'en';

/** Returns the language tags of an Accept-Language header, most preferred first (RFC 9110 §12.5.4). */
export function acceptedLanguages(header: string): string[] {
  return header
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
