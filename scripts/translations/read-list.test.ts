import { expect, test } from 'vitest';
import { readList } from './read-list.ts';

const list = (lines: string[]): string => ['## mails', 'greeting', '= Hello', ...lines].join('\n');

test('a list is read line by line in the order of the languages', () => {
  const lines = ['Hallo', 'es igual a', 'Bonjour', 'مرحبا'];
  expect(readList(list(lines)).get('mails')?.get('greeting')).toEqual(lines);
});

test('a line with a language code in front, which would become part of the text, is refused', () => {
  expect(() => readList(list(['de Hallo', 'es Hola', 'fr Bonjour', 'ar مرحبا']))).toThrow(
    /greeting.*Nothing was taken/,
  );
});
