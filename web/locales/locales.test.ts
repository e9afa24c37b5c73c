import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import app from './app/en.json' with { type: 'json' };
import signer from './signer/en.json' with { type: 'json' };

const web = path.join(import.meta.dirname, '..');
const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts') && !name.startsWith('locales/'),
);
const sourceOf = (names: string[]) =>
  names.map((name) => readFileSync(path.join(web, name), 'utf8')).join('\n');
const isSigners = (name: string) => /^(?:ceremony\/|sign)/.test(name);

/** The compiler checks that a key exists. This test checks that every text is used. */
describe.each([
  ['the application', app, files.filter((name) => !isSigners(name))],
  ['the signer page', signer, files.filter(isSigners)],
])('the texts of %s', (_, texts, names) => {
  const sources = sourceOf(names);
  const keys = Object.keys(texts).map((key) => key.replace(/_(?:one|other)$/, ''));
  const families = [...sources.matchAll(/`([\w-]+\.(?:[\w.-]+\.)?)\$\{/g)].map((match) => match[1] ?? '');

  test('every text is used', () => {
    expect(families.length).toBeGreaterThan(8);
    const unused = keys.filter(
      (key) => !sources.includes(`'${key}'`) && !families.some((family) => key.startsWith(family)),
    );
    expect(unused).toEqual([]);
  });
});
