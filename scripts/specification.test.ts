import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { namesTest } from './names-test.ts';

/**
 * docs/specification.md maps each sentence of the owner's specification to its tests. This checks that no
 * sentence is missing or without a test, and that each named test exists.
 */
const root = join(import.meta.dirname, '..');
const specification = join(root, '../shared/product-spec.md');
const rows = readFileSync(join(root, 'docs/specification.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| §\d/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))
  .map(([section = '', sentence = '', proofs = '']) => ({ section, sentence, proofs }));

test('there is a table', () => expect(rows.length).toBeGreaterThan(100));

describe('every row', () => {
  test.each(rows)('$section: $sentence', ({ proofs }) => {
    const named = [...proofs.matchAll(/`([^`]+)` “([^”]+)”/g)];
    expect(named.length, 'tests named in the row').toBeGreaterThan(0);
    for (const [, file = '', title = ''] of named) {
      expect(existsSync(join(root, file)), file).toBe(true);
      expect(namesTest(readFileSync(join(root, file), 'utf8'), title), `“${title}” in ${file}`).toBe(true);
    }
  });
});

test.skipIf(!existsSync(specification))('no sentence of §1 to §9 is missing', () => {
  const sentences = sentencesOf(readFileSync(specification, 'utf8'));
  expect(sentences.length).toBeGreaterThan(100);
  const told = new Set(rows.map(({ sentence }) => sentence));
  expect(sentences.filter((sentence) => !told.has(sentence))).toEqual([]);
});

/** Bullets, steps and table rows, split into sentences; headings of lists ('Three steps:') are excluded. */
function sentencesOf(markdown: string): string[] {
  const sections = markdown.split(/^## /m).filter((section) => /^[1-9]\./.test(section));
  return sections
    .flatMap((section) => section.split('\n').slice(1))
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('### ') && !/^\|[-|]+\|$/.test(line))
    .flatMap((line) =>
      line.startsWith('|')
        ? [line.slice(1, -1).trim().replaceAll(' | ', ' · ')]
        : line.replace(/^(?:- |\d+\. )/, '').split(/(?<=\.)(?<!Avg\.)\s+(?=[A-Z'])(?!Logging in)/),
    )
    .filter((sentence) => !headings.has(sentence));
}

/** Headings of columns and lists, which state nothing on their own. */
const headings = new Set([
  'Situation · Message',
  'Plan · Price · Content',
  'Method and path · Payload · Answer and use',
  'Offered capabilities:',
  'Three steps:',
  'Four stat cards:',
]);
