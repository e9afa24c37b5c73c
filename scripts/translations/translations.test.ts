import { describe, expect, test } from 'vitest';
import { findings } from './check.ts';
import { isStale, partsFiles } from './parts.ts';
import { isPageStale, openTexts, recipientLanguages } from './recipient-languages.ts';

/**
 * Finds a missing or unused key, a missing plural form, a lost {{part}}, an untranslated English sentence,
 * and an English text that changed after its translation. `npm run translations` lists them with their
 * English.
 */
describe('every text, in every language', () => {
  test('every text is complete and translated from the current English', () => {
    expect(
      findings().map(({ place, key, language, problem }) => `${language} ${place.name} ${key} ${problem}`),
    ).toEqual([]);
  });
});

test('the types of the parameters match the current English (`npm run translations` writes them)', () => {
  expect(partsFiles().filter(isStale)).toEqual([]);
});

describe.each(recipientLanguages)('the recipients’ language %s', (language) => {
  const open = openTexts(language);

  test('each translation fits the current English text, or is missing', () => {
    const wrong = open.flatMap(({ place, english, problems }) =>
      problems
        .filter((problem) => problem !== 'is missing')
        .map((problem) => `${place.name} ${english.key} ${problem}`),
    );
    expect(wrong).toEqual([]);
  });

  test('the disclosure is complete and made from the current English text', () => {
    expect(open.filter(({ place }) => place.name === 'disclosure').map(({ english }) => english.key)).toEqual(
      [],
    );
  });
});

test('docs/languages.md states what is translated (`npm run translations` writes it)', () => {
  expect(isPageStale()).toBe(false);
});
