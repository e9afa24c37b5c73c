import { describe, expect, test } from 'vitest';
import type { CeremonyAnswer } from '#contract/ceremony.ts';
import type { FieldView } from '#contract/documents.ts';
import { fillFields } from '#core/field/fill.ts';
import { adopted, doneWith, initialsOf, noEntries, signBodyFrom, type Entries } from './entries.ts';
import { currentValues, valueText } from './shown-fields.ts';

const place = { page: 1, x: 0, y: 0, width: 90, height: 20, recipientId: 'grace', required: true, label: '' };
const answer: CeremonyAnswer = {
  document: {
    id: 'd1',
    title: 'Employment agreement',
    status: 'sent',
    sealing: false,
    expirationDate: null,
    completedAt: null,
    sender: { name: 'Ada Moreau', email: 'ada@harbour.example' },
    brand: null,
    message: '',
    fileUrl: '/file',
    downloadUrl: null,
    recordUrl: null,
    pages: [{ width: 612, height: 792 }],
    delegationAllowed: false,
    baseSha256: 'ab',
  },
  recipient: {
    id: 'grace',
    name: 'Grace Lindqvist',
    email: 'grace@harbour.example',
    role: 'signer',
    status: 'opened',
    state: 'ready',
    signedAt: null,
    via: 'mail',
    consentWithdrawn: false,
  },
  also: null,
  others: [],
  draft: null,
  passkey: null,
  fields: [
    { ...place, id: 'signed', type: 'signature' },
    { ...place, id: 'on', type: 'date', y: 30 },
    { ...place, id: 'handbook', type: 'checkbox', y: 60 },
    { ...place, id: 'title', type: 'text', y: 90 },
  ],
  disclosure: { version: '2026-11-20', language: 'en', title: '', edition: '', blocks: [] },
};
const drawn: Entries = {
  ...noEntries,
  signature: { ...noEntries.signature, drawn: 'data:image/png;base64,AAAA' },
};

describe('what Grace sends when she signs', () => {
  test('is the drawn signature, her consent, the version she read, and no typeface', () => {
    expect(signBodyFrom(answer, drawn, 'en')).toEqual({
      signatureData: 'data:image/png;base64,AAAA',
      consent: true,
      disclosureVersion: '2026-11-20',
      locale: 'en',
      fields: [],
    });
  });

  test('is the typed name with its typeface, though a drawing lies behind it', () => {
    const typed: Entries = {
      ...drawn,
      signature: { ...drawn.signature, mode: 'type', text: ' Grace Lindqvist ' },
      typeface: 'caveat',
    };
    const body = signBodyFrom(answer, typed, 'en');
    expect(body).toMatchObject({ signatureText: 'Grace Lindqvist', typeface: 'caveat' });
    expect(body).not.toHaveProperty('signatureData');
  });

  test('holds the values of her checkbox and text fields only, never of a field that is gone', () => {
    const values = { title: 'Engineer', handbook: true, on: '2020-01-01', gone: 'x' };
    expect(signBodyFrom(answer, { ...drawn, values }, 'en').fields).toEqual([
      { id: 'handbook', value: true },
      { id: 'title', value: 'Engineer' },
    ]);
  });

  test('has initials only where the document asks for them', () => {
    const both: Entries = { ...drawn, initials: { ...noEntries.initials, text: 'GL' } };
    expect(signBodyFrom(answer, both, 'en')).not.toHaveProperty('initialsText');
    const asked = { ...answer, fields: [...answer.fields, { ...place, id: 'i', type: 'initial' as const }] };
    expect(signBodyFrom(asked, both, 'en')).toMatchObject({ initialsText: 'GL', typeface: 'dancing-script' });
  });
});

describe('what Grace is shown is what is sealed', () => {
  const person = answer.recipient;

  test.each([
    ['50,000', '50.000'],
    [' 1 250,50 ', '1250.50'],
  ])('a number that begins with %j is shown as %j', (value, shown) => {
    for (const readOnly of [true, false]) {
      const rent = { ...place, id: 'rent', type: 'number' as const, properties: { value, readOnly } };
      const values = currentValues([rent], {}, person);
      expect(valueText(rent, values)).toBe(shown);
      expect(fill([rent], {})).toEqual([{ fieldId: 'rent', value: shown }]);
    }
  });

  /** The server's answer to what the page sends. */
  function fill(fields: FieldView[], values: Entries['values']) {
    const { fields: sent } = signBodyFrom({ ...answer, fields }, { ...drawn, values }, 'en');
    const filling = { values: sent ?? [], hasSignature: true, hasInitials: false, person };
    return fillFields(fields, filling, 'today');
  }
});

test('a blank name and an empty pad are no signature', () => {
  expect(adopted({ ...noEntries.signature, mode: 'type', text: '   ' })).toBeNull();
  expect(adopted(noEntries.signature)).toBeNull();
  expect(doneWith(noEntries, true)).toMatchObject({ hasSignature: false, consents: true });
});

test.each([
  ['Grace Lindqvist', 'GL'],
  ['  Jean-Luc   de la Tour ', 'JLDL'],
  ['Øystein', 'Ø'],
  ['', ''],
])('the initials offered for %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
