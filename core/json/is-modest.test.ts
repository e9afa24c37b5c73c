import { expect, test } from 'vitest';
import { isModestJson } from './is-modest.ts';

test('accepts a custom maximum number of values', () => {
  expect(isModestJson('[1,2,3]', 3)).toBe(true);
  expect(isModestJson('[1,2,3,4]', 3)).toBe(false);
  expect(isModestJson('[[[[]]]]', 3)).toBe(false);
});

test.for([
  ['an ordinary export', JSON.stringify({ a: [1, { b: 'x' }], c: '[[[' }), true],
  ['a hundred levels', '['.repeat(100) + ']'.repeat(100), true],
  ['a hundred and one levels', '['.repeat(101) + ']'.repeat(101), false],
  ['brackets and commas inside strings', JSON.stringify({ a: '[{,'.repeat(100_000) }), true],
  ['escaped quotes', JSON.stringify({ a: '"["'.repeat(1000) }), true],
  ['very many values', `[${'1,'.repeat(200_001)}1]`, false],
  ['an unterminated string', `"${'['.repeat(1000)}`, true],
] as const)('%s', ([, text, modest]) => {
  expect(isModestJson(text)).toBe(modest);
});
