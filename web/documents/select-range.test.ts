import { expect, test } from 'vitest';
import { selectRange } from './select-range.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const after = (chosen: string[], id: string, anchor: string | null) =>
  [...selectRange(order, new Set(chosen), { id, anchor })].sort().join('');

test.for([
  ['one is chosen', [], 'b', null, 'b'],
  ['and let go again', ['b', 'c'], 'b', null, 'c'],
  ['with shift, everything down to it', ['b'], 'd', 'b', 'bcd'],
  ['or up to it', ['d'], 'a', 'd', 'abcd'],
  ['or let go', ['a', 'b', 'c', 'd'], 'c', 'a', 'd'],
  ['where the anchor is on another page, one alone', ['a'], 'c', 'z', 'ac'],
] as const)('%s', ([, chosen, id, anchor, result]) => {
  expect(after([...chosen], id, anchor)).toBe(result);
});
