import { describe, expect, test } from 'vitest';
import { findings } from './check.ts';
import { isStale, partsFiles } from './parts.ts';

/**
 * Finds a missing or unused key, a missing plural form, a lost {{part}}, an English sentence left
 * untranslated, and an English text changed after its translation. `npm run translations` lists them with
 * their English.
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
