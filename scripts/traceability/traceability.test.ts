import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { planNames, plans, works } from '#core/plan/plans.ts';
import { ownTexts } from '../checks/own-texts.ts';
import { absentPapers, citedIds, findingsOf } from './citations.ts';
import { faultsOfRow, readRows, type Row } from './rows.ts';
import { sentencesOf } from './sentences-of.ts';
import { tableOf } from './table-of.ts';

/**
 * rows.json maps each sentence of the owner's specification, each requirement id and each benefit of a plan
 * to tests.
 */
const root = join(import.meta.dirname, '../..');
const specification = join(root, '../shared/product-spec.md');
const read = (name: string): string | undefined =>
  existsSync(join(root, name)) ? readFileSync(join(root, name), 'utf8') : undefined;
const rows = readRows();
const of = (kind: Row['kind']): Row[] => rows.filter((row) => row.kind === kind);
const texts = ownTexts(root);

/** The only files that may refer to documents outside the repository. */
const speakers = /^scripts\/traceability\/(traceability\.test|citations)\.ts$/;

describe('the rows', () => {
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
  ])('every requirement of %s has its row, once and in order', (letter, count) => {
    const width = 'CGI'.includes(letter) ? 1 : 2;
    const wanted = Array.from(
      { length: count },
      (_, at) => `${letter}-${String(at + 1).padStart(width, '0')}`,
    );
    const ids = of('requirement').map(({ id }) => id);
    expect(ids.filter((id) => id.startsWith(letter))).toEqual(wanted);
  });

  test('every ticked benefit has a row for each plan that offers it, and no other benefit has one', () => {
    const ticked = planNames.flatMap((plan) =>
      plans[plan].contents.filter((content) => works[content]).map((content) => `${plan} ${content}`),
    );
    expect(
      of('benefit')
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(ticked.toSorted());
  });

  test.skipIf(!existsSync(specification))('no sentence of the specification (§1 to §9) is missing', () => {
    const sentences = sentencesOf(readFileSync(specification, 'utf8'));
    expect(sentences.length).toBeGreaterThan(100);
    const known = new Set(of('specification').map(({ sentence }) => sentence));
    expect(sentences.filter((sentence) => !known.has(sentence))).toEqual([]);
  });

  test('the rows name existing files and tests, or state the missing part', () => {
    expect(of('specification').length).toBeGreaterThan(100);
    expect(rows.flatMap((row) => faultsOfRow(row, read).map((fault) => `${row.id}: ${fault}`))).toEqual([]);
  });

  test('the title of a row has at most six words', () => {
    const lengths = rows.map(({ id, title }) => [id, title.split(' ').length] as const);
    expect(lengths.filter(([, words]) => words === 0 || words > 6)).toEqual([]);
  });

  test('docs/traceability.md is up to date (npm run traceability)', () => {
    expect(read('docs/traceability.md')).toBe(tableOf(rows));
  });
});

describe('planted faults', () => {
  const files = new Map([
    ['core/turn.ts', ''],
    ['core/turn.test.ts', "test('Grace waits', () => {});"],
  ]);
  const row: Row = {
    kind: 'requirement',
    id: 'S-99',
    title: 'Turns',
    sentence: 'Grace waits.',
    files: ['core/turn.ts'],
    tests: { 'core/turn.test.ts': ['Grace waits'] },
    note: '',
  };
  const faults = (change: Partial<Row>): string[] =>
    faultsOfRow({ ...row, ...change }, (name) => files.get(name));

  test('finds a planted fault of each kind in a requirement', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ files: [], tests: {}, note: 'Not built.' })).toEqual([]);
    expect(faults({ files: ['core/gone.ts'] })).toEqual(['no file core/gone.ts']);
    expect(faults({ tests: { 'core/gone.test.ts': [] } })).toEqual(['no file core/gone.test.ts']);
    expect(faults({ tests: { 'core/turn.test.ts': ['Grace signs'] } })).toEqual([
      'no test “Grace signs” in core/turn.test.ts',
    ]);
    expect(faults({ tests: { 'core/turn.test.ts': [] } })).toEqual([
      'core/turn.test.ts does not cite S-99, so the row has to name a test in it',
    ]);
    expect(faults({ tests: {} })).toEqual(['neither a test nor a reason why there is none']);
    expect(faults({ files: [] })).toEqual(['neither a file that meets it nor a reason why there is none']);
  });

  test.each(['specification', 'benefit'] as const)('a row of kind %s always needs a titled test', (kind) => {
    expect(faults({ kind, files: [] })).toEqual([]);
    expect(faults({ kind, files: [], tests: {}, note: 'It differs.' })).toEqual([
      'neither a test nor a reason why there is none',
    ]);
    expect(faults({ kind, tests: { 'core/turn.test.ts': [] } })).toEqual([
      'the row has to name a test in core/turn.test.ts',
    ]);
    expect(faults({ kind, tests: { 'core/turn.test.ts': ['Grace signs'] } })).toEqual([
      'no test “Grace signs” in core/turn.test.ts',
    ]);
  });

  test('separates sentences of a specification, without headings', () => {
    const markdown =
      '# Product\n\n## 1. Parts\n\n### Pages\n\n- Ada signs. Grace waits.\n\n## 10. Later\n\n- No.';
    expect(sentencesOf(markdown)).toEqual(['Ada signs.', 'Grace waits.']);
  });

  test('reports an outdated page after a row has changed', () => {
    expect(tableOf([row])).toContain('- S-99 Turns: `core/turn.test.ts`.\n');
    expect(tableOf([{ ...row, note: 'Partly.' }])).not.toBe(tableOf([row]));
  });
});

describe.runIf(texts.length > 0)('citations', () => {
  test('every cited id has its row', () => {
    const known = new Set(of('requirement').map(({ id }) => id));
    const unknown = texts.flatMap(({ name, text }) =>
      citedIds(text)
        .filter((id) => !known.has(id))
        .map((id) => `${name}: ${id}`),
    );
    expect(unknown.filter((one) => !speakers.test(one.split(':')[0] ?? ''))).toEqual([]);
    expect(texts.flatMap(({ text }) => citedIds(text)).length).toBeGreaterThan(300);
  });

  test('files do not refer to documents outside the repository', () => {
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
