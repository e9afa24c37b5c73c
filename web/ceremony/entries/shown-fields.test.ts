import { expect, test } from 'vitest';
import type { FieldView } from '#contract/documents/documents.ts';
import { grace } from '#testing/cast.ts';
import { currentValues, tick } from './shown-fields.ts';

const base = { page: 1, x: 0, y: 0, width: 90, height: 20, recipientId: 'grace', required: true, label: '' };
const fields: FieldView[] = [
  { ...base, id: 'box', type: 'checkbox' },
  { ...base, id: 'yes', type: 'radio', properties: { group: 'Crane', choice: 'Yes' } },
  { ...base, id: 'no', type: 'radio', properties: { group: 'Crane', choice: 'No' } },
  { ...base, id: 'name', type: 'name' },
];
const misspelt = { name: 'Grace Lindqist', email: grace.email };

test('shows the corrected name if the sender corrects it after Grace has ticked a box', () => {
  const shown = currentValues(fields, {}, misspelt);
  expect(shown['name']).toBe(misspelt.name);
  const entered = { ...tick(fields[0]!, fields, shown) };
  expect(currentValues(fields, entered, grace)).toMatchObject({ box: true, name: grace.name });
});

test('a checkbox toggles, and selecting a radio button deselects the others', () => {
  expect(tick(fields[0]!, fields, { box: true })).toEqual({ box: false });
  expect(tick(fields[1]!, fields, { box: true, no: true })).toEqual({ yes: true, no: false });
});
