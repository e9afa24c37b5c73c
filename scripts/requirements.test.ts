import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownTexts } from './checks/own-texts.ts';
import { absentPapers, citedIds, faultsOfRow, findingsOf, readRequirements } from './checks/requirements.ts';

/**
 * docs/requirements.md states the meaning of each requirement id, where it is met and which test shows it.
 * This checks that every cited id has its row, that every row is correct, and that nothing cites a document
 * outside the repository.
 */
const root = join(import.meta.dirname, '..');
const read = (name: string): string | undefined =>
  existsSync(join(root, name)) ? readFileSync(join(root, name), 'utf8') : undefined;
const rows = readRequirements(read('docs/requirements.md') ?? '');
const texts = ownTexts(root);

/**
 * Only these may mention such documents: this check, and the one that reads the specification from its
 * location.
 */
const speakers = /^scripts\/(requirements\.test|specification\.test|checks\/requirements)\.ts$/;

describe('the table', () => {
  test.each([
    ['S', 43],
    ['P', 14],
    ['T', 11],
    ['L', 28],
    ['F', 26],
    ['A', 23],
    ['G', 7],
    ['C', 9],
    ['I', 10],
  ])('the table has every row of %s, once and in order', (letter, count) => {
    const width = 'CGI'.includes(letter) ? 1 : 2;
    const wanted = Array.from(
      { length: count },
      (_, at) => `${letter}-${String(at + 1).padStart(width, '0')}`,
    );
    expect(rows.map(({ id }) => id).filter((id) => id.startsWith(letter))).toEqual(wanted);
  });

  test('names existing files and tests, or states the missing part', () => {
    expect(rows.flatMap((row) => faultsOfRow(row, read).map((fault) => `${row.id}: ${fault}`))).toEqual([]);
  });

  test('a planted fault of each kind is found', () => {
    const files = new Map([
      ['core/turn.ts', ''],
      ['core/turn.test.ts', "test('Grace waits', () => {});"],
    ]);
    const faults = (met: string, tested: string, missing = '') =>
      faultsOfRow({ id: 'S-99', met, tested, missing }, (name) => files.get(name));
    expect(faults('`core/turn.ts`', '`core/turn.test.ts` “Grace waits”')).toEqual([]);
    expect(faults('', '', 'Not built: nobody asked.')).toEqual([]);
    expect(faults('`core/gone.ts`', '`core/turn.test.ts` “Grace waits”')).toEqual(['no file core/gone.ts']);
    expect(faults('`core/turn.ts`', '`core/gone.test.ts`')).toEqual(['no file core/gone.test.ts']);
    expect(faults('`core/turn.ts`', '`core/turn.test.ts` “Grace signs”')).toEqual([
      'no test “Grace signs” in core/turn.test.ts',
    ]);
    expect(faults('`core/turn.ts`', '`core/turn.test.ts`')).toEqual([
      'core/turn.test.ts does not cite S-99, so the row has to name a test in it',
    ]);
    expect(faults('`core/turn.ts`', '')).toEqual(['neither a test nor a reason why there is none']);
    expect(faults('', '`core/turn.test.ts` “Grace waits”')).toEqual([
      'neither a file that meets it nor a reason why there is none',
    ]);
  });
});

describe.runIf(texts.length > 0)('a citation anywhere', () => {
  test('every cited id has its row in docs/requirements.md', () => {
    const known = new Set(rows.map(({ id }) => id));
    const unknown = texts.flatMap(({ name, text }) =>
      citedIds(text)
        .filter((id) => !known.has(id))
        .map((id) => `${name}: ${id}`),
    );
    expect(unknown.filter((one) => !speakers.test(one.split(':')[0] ?? ''))).toEqual([]);
    expect(texts.flatMap(({ text }) => citedIds(text)).length).toBeGreaterThan(300);
  });

  test('names no document outside the repository', () => {
    const citing = texts.filter(({ name }) => !speakers.test(name));
    expect(
      citing.flatMap(({ name, text }) =>
        [...absentPapers(text), ...findingsOf(text)].map((one) => `${name}: ${one}`),
      ),
    ).toEqual([]);
  });

  test('citations are distinguished from similar text', () => {
    expect(citedIds('(S-15), S-21 to S-24; P-256, UTF-8, PDF/A-2, ISO-8859-1, L-7')).toEqual([
      'S-15',
      'S-21',
      'S-24',
      'L-7',
    ]);
    expect(
      absentPapers('as decisions.md §3 says; compliance.md; (decisions §1); docs/decisions/0005'),
    ).toEqual(['decisions.md', 'compliance.md', 'decisions §1']);
    expect(absentPapers('experience.md, peers.md, product-spec.md, ../shared/research/pdf.md')).toHaveLength(
      4,
    );
    expect(
      findingsOf("test('a code is guessed five times (M7)', …) and (H4, S-15), never `rgb(C1)` or (H2O)"),
    ).toEqual(['(M7)', '(H4, S-15)']);
  });
});
