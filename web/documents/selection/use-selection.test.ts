import { expect, test } from 'vitest';
import { selectRange } from './use-selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const after = (chosen: string[], id: string, anchor: string | null) =>
  [...selectRange(order, new Set(chosen), { id, anchor })].sort().join('');

test.for([
  ['a click selects one document', [], 'b', null, 'b'],
  ['a second click deselects it', ['b', 'c'], 'b', null, 'c'],
  ['shift selects everything down to the document', ['b'], 'd', 'b', 'bcd'],
  ['shift selects everything up to the document', ['d'], 'a', 'd', 'abcd'],
  ['shift deselects the range', ['a', 'b', 'c', 'd'], 'c', 'a', 'd'],
  ['with the anchor on another page, only one is selected', ['a'], 'c', 'z', 'ac'],
] as const)('%s', ([, chosen, id, anchor, result]) => {
  expect(after([...chosen], id, anchor)).toBe(result);
});
