import { expect, test } from 'vitest';
import type { FieldView } from '#contract/documents.ts';
import { isTickedByNext } from './use-guide.ts';

const box: FieldView = {
  ...{ id: 'box', type: 'checkbox', page: 1, x: 0, y: 0, width: 16, height: 16, recipientId: 'grace' },
  ...{ required: true, label: 'I have read the rules' },
};

test.each([
  ['a box alone, whose words the button says', {}, true],
  ['a box without words: nobody answers what they have not seen (L-01)', { label: ' ' }, false],
  ['a box of several, of which the signer chooses', { properties: { group: 'Season' } }, false],
  ['a button of a question', { type: 'radio', properties: { group: 'Season' } }, false],
  ['a text', { type: 'text' }, false],
] as const)('‘Next’ ticks a checkbox or not: %s', (_, field, ticked) => {
  expect(isTickedByNext({ ...box, ...field })).toBe(ticked);
});
