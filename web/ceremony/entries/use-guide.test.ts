import { expect, test } from 'vitest';
import type { FieldView } from '#contract/documents/documents.ts';
import { isAnsweredByNext } from './use-guide.ts';

const box: FieldView = {
  id: 'box',
  type: 'checkbox',
  page: 1,
  x: 0,
  y: 0,
  width: 16,
  height: 16,
  recipientId: 'grace',
  required: true,
  label: 'I have read the rules',
};

test.each([
  ['a single box whose label is on the button', {}, true],
  ['a box without a label, which the signer has to see first (L-01)', { label: ' ' }, false],
  ['one of several boxes, which the signer chooses', { properties: { group: 'Season' } }, false],
  ['a radio button', { type: 'radio', properties: { group: 'Season' } }, false],
  ['a text field', { type: 'text' }, false],
] as const)('‘Next’ ticks only a single checkbox with its own label: %s', (_, field, ticked) => {
  expect(isAnsweredByNext({ ...box, ...field })).toBe(ticked);
});
