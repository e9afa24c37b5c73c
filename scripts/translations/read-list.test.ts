import { expect, test } from 'vitest';
import type { Language } from '#core/language/language.ts';
import { others } from './check.ts';
import { openList } from './open-list.ts';
import { places, readTexts } from './places.ts';
import { readList } from './read-list.ts';
import { unitsOf } from './units.ts';

const list = (lines: string[]): string => ['## mails', 'greeting', '= Hello', ...lines].join('\n');

test('reads a list line by line in the order of the languages', () => {
  const lines = ['Hallo', 'es igual a', 'Bonjour', 'مرحبا'];
  expect(readList(list(lines)).get('mails')?.get('greeting')).toEqual(lines);
});

test('rejects a line that starts with a language code', () => {
  expect(() => readList(list(['de Hallo', 'es Hola', 'fr Bonjour', 'ar مرحبا']))).toThrow(
    /greeting.*Nothing was imported/,
  );
});

test('a printed list contains the existing translations, and can be read back to confirm them', () => {
  const place = places().find(({ name }) => name === 'signer')!;
  const problem = 'was made from another English text';
  const printed = openList(
    ['decline.confirm', 'pages.count#'].map((key) => ({ place, key, language: 'de', problem })),
  );
  const textsOf = (key: string, language: Language): string[] => {
    const { forms } = unitsOf(readTexts(place, language)).get(key)!;
    return [...forms.values()];
  };
  expect(printed).toContain(`decline.confirm\n= ${textsOf('decline.confirm', 'en')[0]}\n? de: ${problem}\n`);
  expect([...readList(printed).get('signer')!]).toEqual([
    ['decline.confirm', others.flatMap((language) => textsOf('decline.confirm', language))],
    ['pages.count#', others.map((language) => textsOf('pages.count#', language).join(' | '))],
  ]);
});

test('times, and ids of list entries, are not texts', () => {
  const texts = { 'apps.id': 'Client ID', changed: 'The document changed.' };
  const legal = { changed: '2026-11-26T12:00:00Z', sections: [{ id: 'logs', title: 'Logs' }] };
  expect([...unitsOf(texts).keys()]).toEqual(['apps.id', 'changed']);
  expect([...unitsOf(legal).keys()]).toEqual(['sections.0.title']);
});
