import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { languages } from '#core/language/language.ts';
import { grace } from '#testing/cast.ts';
import { flat, places, readTexts } from '../translations/places.ts';

const root = join(import.meta.dirname, '../..');
const read = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

const placeholder = /\{\{\w+\}\}/g;

/** Browser tests run late, so this test reports earlier if a button's text was changed. */
test('every button that a browser test names exists with this text', () => {
  const texts = places().flatMap((place) =>
    languages.flatMap((language) => [...flat(readTexts(place, language)).values()]),
  );
  const exact = new Set(texts.map((text) => text.toLowerCase()));
  const patterns = texts.filter((text) => text.includes('{{') && hasWord(text)).map(patternOf);
  const isText = (name: string) =>
    exact.has(name.toLowerCase()) || patterns.some((pattern) => pattern.test(name));
  const sandbox = read('server/adapters/payment-sandbox/*.ts')
    .map(({ text }) => text)
    .join('\n');
  // Some names have two parts, such as 'End sessions: grace@harbour.example'.
  const isShown = (name: string) =>
    isText(name) || isText(name.replace(/: .*/, '')) || sandbox.includes(`'${name}'`);
  const missing = read('e2e/**/*.ts').flatMap(({ file, text }) =>
    Array.from(text.matchAll(named), ([, name = '']) => name)
      .filter((name) => !isShown(name) && !others.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

/** A name in quotes. Expressions are not checked. */
const named = /getByRole\(\s*'(?:button|menuitem|switch|tab)',\s*\{\s*name: '([^'\\]+)'/g;

/**
 * Names that are not texts of the product: a person, a file, and the price on the page of the payment
 * sandbox.
 */
const others = new Set([grace.name, 'prices', 'Pay $49.00']);

/** A text that consists only of placeholders would match every name. */
function hasWord(text: string): boolean {
  return /\p{L}{3}/u.test(text.replaceAll(placeholder, ''));
}

function patternOf(text: string): RegExp {
  const escaped = text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
  const pattern = escaped.replaceAll(placeholder, (part) => (part === '{{count}}' ? '\\d+' : '.+'));
  return new RegExp(`^${pattern}$`, 'i');
}
