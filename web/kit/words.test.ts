import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { languages, type Language } from '#core/language/language.ts';
import { createTranslator, type Dictionaries, type Texts } from './words.ts';

type Known = { greeting: string; files_one: string; files_other: string };

/** The texts of each language, and how often each language was loaded. */
function dictionaryOf(texts: Texts) {
  const loads: Language[] = [];
  const load = (language: Language) => async () => {
    loads.push(language);
    return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, `${language}: ${text}`]));
  };
  const all = Object.fromEntries(languages.map((language) => [language, load(language)]));
  return { all: all as Dictionaries, loads };
}

const first = { greeting: 'Hello' };
const later = { files_one: '{{count}} file', files_other: '{{count}} files' };

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: {} });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('the first use of a later text loads all later texts once', async () => {
  const rest = dictionaryOf(later);
  const words = createTranslator<Known, { files: 'count' }>(dictionaryOf(first).all, rest.all);
  await words.speak('de');
  expect(words.t('greeting')).toBe('de: Hello');
  expect(rest.loads).toEqual([]);
  expect(words.t('files', { count: 2 })).toBe('');
  expect(words.t('files', { count: 2 })).toBe('');
  await words.speakFully();
  expect(words.t('files', { count: 2 })).toBe('de: 2 files');
  expect(rest.loads).toEqual(['de']);
});

test('a language chosen while the later texts load is complete', async () => {
  const words = createTranslator<Known, { files: 'count' }>(dictionaryOf(first).all, dictionaryOf(later).all);
  await words.speak('en');
  const chosen = words.speak('fr');
  await Promise.all([words.speakFully(), chosen]);
  expect(words.shownLanguage()).toBe('fr');
  expect(words.t('files', { count: 1 })).toBe('fr: 1 file');
});

test('later texts that could not be loaded are loaded by the next use', async () => {
  const rest = dictionaryOf(later).all;
  let online = false;
  const en = async (): Promise<Texts> => {
    if (!online) throw new Error('offline');
    return rest.en();
  };
  const words = createTranslator<Known, { files: 'count' }>(dictionaryOf(first).all, { ...rest, en });
  await words.speak('en');
  await expect(words.speakFully()).rejects.toThrow('offline');
  expect(words.t('greeting')).toBe('en: Hello');
  online = true;
  expect(words.t('files', { count: 1 })).toBe('');
  await words.speakFully();
  expect(words.t('files', { count: 1 })).toBe('en: 1 file');
});

test('`speakWith` makes all texts available, and an unknown key is shown as the key', () => {
  const words = createTranslator<Known, unknown>(dictionaryOf(first).all, dictionaryOf(later).all);
  words.speakWith('en', first);
  expect(words.t('files_other')).toBe('files_other');
});
