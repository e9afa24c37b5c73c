/** The languages of the application. The first is the fallback. */
export const appLanguages = ['en', 'de', 'es', 'fr', 'ar'] as const;
export type AppLanguage = (typeof appLanguages)[number];

/** The languages for recipients: of the signing page, their emails, the disclosure and the certificate. */
export const languages = [
  ...appLanguages,
  'it',
  'pt',
  'nl',
  'pl',
  'tr',
  'uk',
  'he',
  'ja',
  'zh-Hans',
  'zh-Hant',
  'ko',
] as const;
export type Language = (typeof languages)[number];

/** The name of each language in that language, for people who cannot read the displayed one. */
export const ownNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  ar: 'العربية',
  it: 'Italiano',
  pt: 'Português',
  nl: 'Nederlands',
  pl: 'Polski',
  tr: 'Türkçe',
  uk: 'Українська',
  he: 'עברית',
  ja: '日本語',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
  ko: '한국어',
};

/** The cookie with a visitor's choice. The sign-in pages, which work without scripts, read it too. */
export const languageCookie = 'language';

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

export function isAppLanguage(value: unknown): value is AppLanguage {
  return appLanguages.some((language) => language === value);
}

/** Returns the application language for a person who reads `language`. */
export const inApp = (language: Language): AppLanguage => (isAppLanguage(language) ? language : 'en');

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' || language === 'he' ? 'rtl' : 'ltr';
}

/** Returns what separates the items of a list in a sentence. */
export function commaOf(language: Language): string {
  if (language === 'ar') return '، ';
  return language === 'ja' || language === 'zh-Hans' || language === 'zh-Hant' ? '、' : ', ';
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
export const firstKnownLanguage = (wanted: Wanted): Language | undefined =>
  primaryOf(wanted).find(isLanguage);

/** Like `firstKnownLanguage`, but returns only languages of the application. */
export const firstAppLanguage = (wanted: Wanted): AppLanguage | undefined =>
  primaryOf(wanted).find(isAppLanguage);

/** Like `firstKnownLanguage`, with English as the fallback. */
export const languageFor = (wanted: Wanted): Language => firstKnownLanguage(wanted) ?? 'en';

/** Like `firstAppLanguage`, with English as the fallback. */
export const appLanguageFor = (wanted: Wanted): AppLanguage => firstAppLanguage(wanted) ?? 'en';

type Wanted = readonly (string | null | undefined)[];

const primaryOf = (wanted: Wanted): (string | undefined)[] =>
  wanted.map((tag) => (tag ? codeOf(tag) : undefined));

function codeOf(tag: string): string | undefined {
  const [primary, ...others] = tag.trim().toLowerCase().split(/[-_]/);
  // The code of Hebrew until 1989, which some systems still send.
  if (primary === 'iw') return 'he';
  if (primary !== 'zh') return primary;
  // Browsers usually send a region instead of a script: zh-TW, zh-Hant-HK, zh-Hans-HK.
  const isTraditional = others.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part));
  return isTraditional && !others.includes('hans') ? 'zh-Hant' : 'zh-Hans';
}

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
