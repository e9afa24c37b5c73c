/** Languages of the application. The first one is the fallback. */
export const appLanguages = ['en', 'de', 'es', 'fr', 'ar'] as const;
export type AppLanguage = (typeof appLanguages)[number];

/**
 * Languages for recipients, used on the signing page, in their emails, in the disclosure and in the certificate.
 */
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

/** The name of each language in the language itself, for people who cannot read the current one. */
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

/** Cookie with a visitor's language. The sign-in pages, which work without scripts, also read it. */
export const languageCookie = 'language';

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

export function isAppLanguage(value: unknown): value is AppLanguage {
  return appLanguages.some((language) => language === value);
}

/**
 * Returns the application language for a person who reads `language`; English if the application does not have
 * it.
 */
export const inApp = (language: Language): AppLanguage => (isAppLanguage(language) ? language : 'en');

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' || language === 'he' ? 'rtl' : 'ltr';
}

/** Returns the separator between items of a list in a sentence. */
export function commaOf(language: Language): string {
  if (language === 'ar') return '، ';
  return language === 'ja' || language === 'zh-Hans' || language === 'zh-Hant' ? '、' : ', ';
}

/**
 * Returns the locale for Intl. English is American, because the specification writes dates that way (§9). Arabic
 * uses the digits 0 to 9, because the same numbers appear on the signed pages, in the certificate and in file
 * fingerprints.
 */
export function intlLocale(language: Language): string {
  if (language === 'en') return 'en-US';
  return language === 'ar' ? 'ar-u-nu-latn' : language;
}

/**
 * Returns the first supported language, ignoring regions ('de-AT' is German), or undefined if none is supported.
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
  // Code for Hebrew until 1989, which some systems still send.
  if (primary === 'iw') return 'he';
  if (primary !== 'zh') return primary;
  // Browsers usually send a region instead of a script, as in zh-TW, zh-Hant-HK and zh-Hans-HK.
  const isTraditional = others.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part));
  return isTraditional && !others.includes('hans') ? 'zh-Hant' : 'zh-Hans';
}

/** Returns the language tags of an Accept-Language header, the most preferred first (RFC 9110 §12.5.4). */
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
