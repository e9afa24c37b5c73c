import { expect, test } from 'vitest';
import { readAnchor } from './read-anchor.ts';

test('reads attributes with straight and typographic quotes', () => {
  expect(
    readAnchor('text', 2, ' label="VAT number" required MAXLENGTH = 9 help=“As on the invoice”'),
  ).toEqual({
    type: 'text',
    party: 2,
    required: true,
    label: 'VAT number',
    properties: { maxLength: 9, help: 'As on the invoice' },
  });
  expect(readAnchor('checkbox', null, '')).toMatchObject({ type: 'checkbox', party: 1, required: false });
  expect(readAnchor('text', 1, ' optional readOnly=false')).toMatchObject({
    required: false,
    properties: { readOnly: false },
  });
});

test('an anchor can set the appearance of a value', () => {
  expect(readAnchor('text', 1, ' size=9 align=right bold color=blue')).toMatchObject({
    properties: { size: 9, align: 'right', weight: 'bold', color: 'blue' },
  });
  expect(readAnchor('text', 1, ' size=fit')).toMatchObject({ properties: { size: 'fit' } });
});

test('a word that does not match a field type is not an anchor', () => {
  expect(readAnchor('company', null, ' label="x"')).toBeUndefined();
  expect(readAnchor('text', 0, '')).toBeUndefined();
});

test.each([
  [' lable="Rent"', /‘lable’\. Did you mean ‘label’\?$/],
  [' shade=red', /‘shade’\. Known attributes: label, required/],
  [' min=low', /‘min’ has no valid value$/],
  [' width=3000', /at most 800 by 600 points$/],
])('the attributes %s are refused', (rest, fault) => {
  expect(readAnchor('text', 1, rest)).toMatchObject({ fault: expect.stringMatching(fault) as string });
});
