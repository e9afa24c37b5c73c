import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCriteria, reportOf } from './report.ts';

const root = join(import.meta.dirname, '../..');
const criteria = readCriteria();

/** The last criterion of each guideline of WCAG 2.2, and the criteria that are AAA or were removed. */
const guidelines = {
  ...{ '1.1': 1, '1.2': 5, '1.3': 5, '1.4': 13, '2.1': 4, '2.2': 2, '2.3': 1, '2.4': 11, '2.5': 8 },
  ...{ '3.1': 2, '3.2': 6, '3.3': 8, '4.1': 3 },
};
const others = new Set(
  '1.4.6 1.4.7 1.4.8 1.4.9 2.1.3 2.4.8 2.4.9 2.4.10 2.5.5 2.5.6 3.2.5 3.3.5 3.3.6 4.1.1'.split(' '),
);

test('the report has every criterion of WCAG 2.2 A and AA once and in order', () => {
  const wanted = Object.entries(guidelines)
    .flatMap(([guideline, last]) => Array.from({ length: last }, (_, at) => `${guideline}.${at + 1}`))
    .filter((id) => !others.has(id));
  expect(criteria.map(({ id }) => id)).toEqual(wanted);
  expect(wanted).toHaveLength(55);
});

test('each criterion names existing tests, or says why there is none', () => {
  const faults = criteria.flatMap(({ id, status, tests, remark }) => [
    ...tests.filter((file) => !existsSync(join(root, file))).map((file) => `${id}: no file ${file}`),
    ...(status !== 'none' && tests.length === 0 ? [`${id}: no test`] : []),
    ...(status !== 'supports' && remark === '' ? [`${id}: no remark`] : []),
  ]);
  expect(faults).toEqual([]);
});

test('docs/accessibility.md is up to date (npm run accessibility)', () => {
  expect(readFileSync(join(root, 'docs/accessibility.md'), 'utf8')).toBe(reportOf(criteria));
});
