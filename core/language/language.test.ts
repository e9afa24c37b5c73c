import { describe, expect, test } from 'vitest';
import {
  acceptedLanguages,
  appLanguageFor,
  intlLocale,
  languageFor,
  languages,
  firstKnownLanguage,
} from './language.ts';
import { phrase } from './phrase.ts';

describe('the preferred language of a browser', () => {
  test('chooses the preferred supported language and ignores the region', () => {
    expect(firstKnownLanguage(acceptedLanguages('fr;q=0.3, sv, de-AT;q=0.8, *;q=0.1'))).toBe('de');
    expect(firstKnownLanguage(acceptedLanguages('AR_eg'))).toBe('ar');
    expect(firstKnownLanguage([null, undefined, 'es-419'])).toBe('es');
    expect(firstKnownLanguage(['iw-IL'])).toBe('he');
    expect(firstKnownLanguage(['nb', 'nn', 'no', 'nl-BE'])).toBe('nl');
  });

  test.each([
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-SG', 'zh-Hans'],
    ['zh-Hans-HK', 'zh-Hans'],
    ['zh_TW', 'zh-Hant'],
    ['zh-HK', 'zh-Hant'],
    ['zh-MO', 'zh-Hant'],
    ['ZH-HANT', 'zh-Hant'],
    ['zh-Hant-CN', 'zh-Hant'],
  ])('reads %s as %s', (tag, language) => {
    expect(firstKnownLanguage([tag])).toBe(language);
  });

  test('never chooses a rejected, unknown or malformed language', () => {
    expect(firstKnownLanguage(acceptedLanguages('de;q=0, sv'))).toBeUndefined();
    expect(firstKnownLanguage(acceptedLanguages(';;q=,,=;q=x'))).toBeUndefined();
    expect(firstKnownLanguage(['german', ''])).toBeUndefined();
  });
});

describe('phrases', () => {
  const texts = {
    fields_zero: 'لا حقول',
    fields_one: 'حقل واحد',
    fields_two: 'حقلان',
    fields_few: '{{count}} حقول',
    fields_many: '{{count}} حقلًا',
    fields_other: '{{count}} حقل',
  };

  test('uses the plural form for the number', () => {
    const forms = [0, 1, 2, 5, 11, 100].map((count) => phrase(texts, 'ar', 'fields', { count }));
    expect(forms).toEqual(['لا حقول', 'حقل واحد', 'حقلان', '5 حقول', '11 حقلًا', '100 حقل']);
  });

  test('formats numbers for the language, with the digits 0 to 9', () => {
    const large = (language: (typeof languages)[number]) =>
      phrase({ n: '{{n}}' }, language, 'n', { n: 5000.5 });
    expect(large('en')).toBe('5,000.5');
    expect(large('de')).toBe('5.000,5');
    for (const language of languages) expect(large(language)).toMatch(/^[\d., \u202f\u00a0\u066b\u066c]+$/);
  });

  test('isolates a name with the opposite text direction', () => {
    const hello = { hi: '{{name}} 7' };
    expect(phrase(hello, 'en', 'hi', { name: 'ليلى' })).toBe('\u2068ليلى\u2069 7');
    expect(phrase(hello, 'ar', 'hi', { name: 'Lease (2026)' })).toBe('\u2068Lease (2026)\u2069 7');
    expect(phrase(hello, 'he', 'hi', { name: '渡邉 (2026)' })).toBe('\u2068渡邉 (2026)\u2069 7');
    expect(phrase(hello, 'he', 'hi', { name: 'نوعا' })).toBe('نوعا 7');
    expect(phrase(hello, 'ar', 'hi', { name: 'ada@harbour.example' })).toBe('ada@harbour.example 7');
    expect(phrase(hello, 'en', 'hi', { name: 'Ada (Moreau)' })).toBe('Ada (Moreau) 7');
  });

  test('does not fill placeholders inside an inserted value', () => {
    expect(phrase({ hi: 'Hello {{name}}' }, 'en', 'hi', { name: '{{name}}' })).toBe('Hello {{name}}');
    expect(intlLocale('en')).toBe('en-US');
  });
});

describe('the displayed language', () => {
  test('the displayed language is the first supported one, regardless of region, or else English', () => {
    expect(languageFor(['sv-SE', 'pt-BR', 'en'])).toBe('pt');
    expect(languageFor(['AR-eg'])).toBe('ar');
    expect(appLanguageFor(['pt-BR', 'de-AT', 'en'])).toBe('de');
    expect(languageFor(['sv', 'arc'])).toBe('en');
  });
});
