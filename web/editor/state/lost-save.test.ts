import { expect, test } from 'vitest';
import type { DocumentDetail, FieldView, RecipientView } from '#contract/documents/documents.ts';
import { hasFields, hasRecipients, hasTitle } from './lost-save.ts';

const field: FieldView = {
  id: 'a',
  type: 'text',
  page: 1,
  x: 405.28,
  y: 450,
  width: 190,
  height: 26,
  recipientId: 'grace',
  required: true,
  label: 'Berth',
  properties: { help: 'Its number', comb: 4 },
};
const draft = (of: object) => of as DocumentDetail;

test('fields are equal if the server clamped one to its page or reordered its properties', () => {
  const stored = { ...field, x: 405.276, properties: { comb: 4, help: 'Its number' } };
  expect(hasFields(draft({ signatureFields: [stored] }), [field])).toBe(true);
  const { properties: _none, ...bare } = field;
  expect(hasFields(draft({ signatureFields: [{ ...bare, properties: {} }] }), [bare])).toBe(true);
});

test('an added field, a different position or a missing property is a change', () => {
  const stored = draft({ signatureFields: [field] });
  expect(hasFields(stored, [field, { ...field, id: 'b' }])).toBe(false);
  expect(hasFields(stored, [])).toBe(false);
  expect(hasFields(stored, [{ ...field, x: 404 }])).toBe(false);
  expect(hasFields(stored, [{ ...field, properties: { comb: 4 } }])).toBe(false);
  expect(hasFields(stored, [{ ...field, recipientId: null }])).toBe(false);
});

test('Grace matches by the id that the server assigned, and her hidden code is ignored', () => {
  const email = 'grace@harbour.example';
  const grace = {
    id: 'r1',
    email,
    name: 'Grace',
    role: 'signer',
    order: 1,
    accessCode: true,
  } as RecipientView;
  const stored = draft({ recipients: [grace] });
  expect(hasRecipients(stored, [{ email: ` ${email}`, name: 'Grace', accessCode: '4711' }])).toBe(true);
  expect(hasRecipients(stored, [{ email, name: 'Grace Lindqvist' }])).toBe(false);
  expect(hasRecipients(stored, [{ email }, { email: 'linus@harbour.example' }])).toBe(false);
  expect(hasRecipients(stored, [])).toBe(false);
});

test('a title is compared in the form in which the server stores it', () => {
  expect(hasTitle(draft({ title: 'Crane lease' }), ' Crane\u00a0 lease')).toBe(true);
  expect(hasTitle(draft({ title: 'TEST: Crane lease' }), 'Crane lease')).toBe(true);
  expect(hasTitle(draft({ title: 'Lease' }), 'Crane lease')).toBe(false);
});
