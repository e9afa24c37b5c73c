import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const web = path.join(import.meta.dirname, '..');

/** The application's own sources; the signer page has words of its own. */
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter(
    (name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts') && !/^ceremony\/|^sign\.tsx/.test(name),
  )
  .map((name) => readFileSync(path.join(web, name), 'utf8'))
  .join('\n');

const english = path.join(import.meta.dirname, 'en');
const en = Object.assign(
  {},
  ...readdirSync(english)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(path.join(english, name), 'utf8')) as object),
) as object;

const keys = leaves(en).map((key) => key.replace(/_(?:one|other)$/, ''));

describe('the words of the application', () => {
  test('exist for every key that the sources ask for', () => {
    const asked = [...sources.matchAll(/\bt\(\s*'([^']+)'/g)].map((match) => match[1]);
    expect(asked.length).toBeGreaterThan(150);
    expect(asked.filter((key) => !keys.includes(key ?? ''))).toEqual([]);
  });

  test('exist for every family of keys that is put together while running', () => {
    const families = [...sources.matchAll(/\bt\(\s*`([^`$]+)\$\{/g)].map((match) => match[1] ?? '');
    expect(families.length).toBeGreaterThan(8);
    expect(families.filter((family) => !keys.some((key) => key.startsWith(family)))).toEqual([]);
  });

  test('are all used', () => {
    const families = [...sources.matchAll(/\bt\(\s*`([^`$]+)\$\{/g)].map((match) => match[1] ?? '');
    const unused = keys.filter(
      (key) => !sources.includes(`'${key}'`) && !families.some((family) => key.startsWith(family)),
    );
    expect(unused).toEqual([]);
  });
});

function leaves(node: object, prefix = ''): string[] {
  return Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${prefix}${key}`] : leaves(value as object, `${prefix}${key}.`),
  );
}
