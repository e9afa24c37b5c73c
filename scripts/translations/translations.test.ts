import { describe, expect, test } from 'vitest';
import { findings } from './check.ts';
import { isStale, partsFiles } from './parts.ts';

/**
 * A missing or unused key, a missing plural form, a lost {{part}}, an English sentence left in place, and an English
 * text that was changed after it was translated. `npm run translations` lists them with their English.
 */
describe('every text, in every language', () => {
  test('is there, complete and made from the English of today', () => {
    expect(
      findings().map(({ place, key, language, problem }) => `${language} ${place.name} ${key} ${problem}`),
    ).toEqual([]);
  });
});

test('the types of the parts are those of the English of today (`npm run translations` writes them)', () => {
  expect(partsFiles().filter(isStale)).toEqual([]);
});
