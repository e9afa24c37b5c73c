import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { longRun } from '#testing/long-run.ts';
import { oneOf, randomFrom } from '#testing/random.ts';
import { computeFormula } from './formula.ts';
import { parseFormula } from './parse-formula.ts';

const inputs: Readonly<Record<string, string>> = {
  Q: '3',
  P: '0.1',
  Big: '999999999999999',
  Start: '2026-01-31',
  End: '2026-03-01',
  Empty: '',
};
const isDate = (name: string) => name === 'Start' || name === 'End';

function compute(formula: string, decimals?: number): string | undefined {
  const term = parseFormula(formula);
  const valueOf = (name: string) => {
    const text = inputs[name];
    return text === undefined
      ? undefined
      : { kind: isDate(name) ? ('date' as const) : ('number' as const), text };
  };
  return term && computeFormula(term, valueOf, decimals);
}

test.each<[string, number | undefined, string]>([
  ['{P} + {P} + {P}', undefined, '0.3'],
  ['{Q} * 19%', 2, '0.57'],
  ['2.345', 2, '2.35'],
  ['-0.5', 0, '-1'],
  ['12.345', 3, '12.3450'],
  ['-{Q} / 7', undefined, '-0.4285714286'],
  ['({Q} + 1) * 2 - 5%', undefined, '7.95'],
  ['round({Q} / 7; 2) × 2', undefined, '0.86'],
  ['sum({Q}, {Empty}, 1)', undefined, '4'],
  ['{Start} + 1 month', undefined, '2026-02-28'],
  ['{Start} + {Q} weeks', undefined, '2026-02-21'],
  ['{Start} - 2 years', undefined, '2024-01-31'],
  ['{End} - {Start}', undefined, '29'],
])('%s with %s decimals is %s', (formula, decimals, result) => {
  expect(compute(formula, decimals)).toBe(result);
});

test.each([
  '{Q} + {Empty}',
  'sum({Empty})',
  '{Unknown} * 2',
  '1 / 0',
  '{Big} * 10',
  '{Start} + 1.5 days',
  '{Start} - 3000 years',
])('the result of %s is empty', (formula) => {
  expect(compute(formula)).toBe('');
});

test.each([
  '',
  '1 +',
  '{a',
  'max(1)',
  '1,2',
  'round(1, 11)',
  '1 2',
  '(1',
  '{Q} dogs',
  `1${' + 1'.repeat(200)}`,
])('%s is not a formula', (formula) => {
  expect(parseFormula(formula)).toBeUndefined();
});

type ResultOf = (
  formula: string,
  decimals: number | undefined,
  inputOf: (name: string) => { type: string; value: string | undefined },
) => string;

test('docs/check.mjs, which calculates with fractions, gets the same results', () => {
  const script = readFileSync(new URL('../../../docs/check.mjs', import.meta.url), 'utf8');
  const [source = ''] = /const resultOf = [\s\S]*?\n\};\n/.exec(script) ?? [];
  const resultOf = runInNewContext(`${source}; resultOf`) as ResultOf;
  const inputOf = (name: string) => ({ type: isDate(name) ? 'dateEntry' : 'number', value: inputs[name] });
  let filled = 0;
  for (let seed = 1; seed <= count; seed += 1) {
    const random = randomFrom(seed);
    const formula = randomFormula(random);
    const decimals = oneOf(random, [undefined, 0, 1, 2, 3, 10]);
    const result = compute(formula, decimals);
    if (result !== '') filled += 1;
    expect([formula, decimals, resultOf(formula, decimals, inputOf)]).toEqual([formula, decimals, result]);
  }
  expect(filled).toBeGreaterThan(count / 2);
});

const count = longRun ? 10_000 : 1000;

function randomFormula(random: () => number): string {
  const pick = <T>(list: readonly T[]): T => oneOf(random, list);
  const number = (depth: number): string => {
    const part = () => number(depth - 1);
    const simple = [
      ...['{Q}', '{P}', '{Big}', '{Empty}', '7', '0.01', '19%', '1234.5678', '0'],
      ...['-2', '50%%', '{End} - {Start}'].map((term) => `(${term})`),
    ];
    if (depth === 0) return pick(simple);
    return pick([
      () => pick(simple),
      () => `${part()} ${pick(['+', '-', '*', '/', '×', '÷'])} ${part()}`,
      () => `(${part()}) ${pick(['+', '-', '*', '/'])} -${part()}`,
      () => `sum(${part()}, ${part()}; ${part()})`,
      () => `round(${part()}, ${pick([0, 2, 5])})`,
    ])();
  };
  const unit = () => pick(['day', 'days', 'weeks', 'month', 'months', 'years']);
  return pick([
    () => number(3),
    () => number(2),
    () =>
      `${pick(['{Start}', '{End}'])} ${pick(['+', '-'])} ${pick(['1', '3', '{Q}', '40', '9000', '(6 / 4)'])} ${unit()}`,
    () => `{Start} + 1 month ${pick(['+', '-'])} ${pick(['1', '30', '365'])} ${unit()}`,
  ])();
}
