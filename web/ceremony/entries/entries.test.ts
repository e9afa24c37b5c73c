import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import type { FieldView } from '#contract/documents/documents.ts';
import { readAttachedFile } from '#core/field/attached-file.ts';
import { fillFields } from '#core/field/fill.ts';
import { isRefusal } from '#core/refusal.ts';
import { adopted, finishWith, noEntries, signBodyFrom, type Entries } from './entries.ts';
import { applyRules, attachmentEntry, currentValues, isTick, valueText } from './shown-fields.ts';

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
    zipUrl: null,
    certificateUrl: null,
    filesSealing: false,
    signedBefore: [],
    pages: [{ width: 612, height: 792 }],
    files: [],
    returnUrl: null,
    thanks: null,
    delegationAllowed: false,
    signatureKinds: null,
    formats: null,
    baseSha256: 'ab',
    shownSha256: 'cd',
  },
  recipient: {
    id: 'grace',
    name: 'Grace Lindqvist',
    email: 'grace@harbour.example',
    role: 'signer',
    status: 'opened',
    state: 'ready',
    signedAt: null,
    signatureLines: [],
    via: 'mail',
    consentWithdrawn: false,
  },
  also: null,
  others: [],
  earlier: [],
  draft: null,
  passkey: null,
  signingDay: { day: '2026-11-27', text: '27.11.2026', timeZone: 'Europe/Berlin', endsAt: null },
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

describe("Grace's sign request", () => {
  test('contains the drawn signature, her consent, the disclosure version and the page hash, but no typeface', () => {
    expect(signBodyFrom(answer, drawn, 'en')).toEqual({
      signatureData: 'data:image/png;base64,AAAA',
      signatureBy: 'draw',
      consent: true,
      disclosureVersion: '2026-11-20',
      shownSha256: 'cd',
      signingDay: '2026-11-27',
      locale: 'en',
      fields: [],
    });
  });

  test('contains the typed name and its typeface, even if a drawing exists', () => {
    const typed: Entries = {
      ...drawn,
      signature: { ...drawn.signature, mode: 'type', text: ' Grace Lindqvist ' },
      typeface: 'caveat',
    };
    const body = signBodyFrom(answer, typed, 'en');
    expect(body).toMatchObject({ signatureText: 'Grace Lindqvist', typeface: 'caveat' });
    expect(body).not.toHaveProperty('signatureData');
  });

  test('contains only values of her checkbox and text fields, and none of removed fields', () => {
    const values = { title: 'Engineer', handbook: true, on: '2020-01-01', gone: 'x' };
    expect(signBodyFrom(answer, { ...drawn, values }, 'en').fields).toEqual([
      { id: 'handbook', value: true },
      { id: 'title', value: 'Engineer' },
    ]);
  });

  test('contains initials only if the document asks for them', () => {
    const both: Entries = { ...drawn, initials: { ...noEntries.initials, text: 'GL' } };
    expect(signBodyFrom(answer, both, 'en')).not.toHaveProperty('initialsText');
    const withInitials = {
      ...answer,
      fields: [...answer.fields, { ...place, id: 'i', type: 'initial' as const }],
    };
    expect(signBodyFrom(withInitials, both, 'en')).toMatchObject({
      initialsText: 'GL',
      typeface: 'dancing-script',
    });
  });
});

describe('the displayed and the sealed values', () => {
  const person = answer.recipient;

  test.each([
    ['50,000', '50.000'],
    [' 1 250,50 ', '1250.50'],
  ])('a number with the initial value %j is shown as %j', (value, shown) => {
    for (const readOnly of [true, false]) {
      const rent = { ...place, id: 'rent', type: 'number' as const, properties: { value, readOnly } };
      const values = currentValues([rent], {}, person);
      expect(valueText(rent, { values })).toBe(shown);
      expect(fill([rent], {})).toEqual([{ fieldId: 'rent', value: shown }]);
    }
  });

  const texts = fc.constantFrom(
    ...['', ' ', '1 000', '1000', '1,5', '1.5', '12,500', '12.500', ',5', '\u00a07'],
    ...[
      'Z\u00fcrich',
      'Zu\u0308rich',
      ' z\u00dcrich ',
      'a\r\nb',
      'a\nb',
      'true',
      'false',
      'lease',
      'grace@harbour.example',
    ],
  );
  const types = ['checkbox', 'radio', 'text', 'number', 'name', 'email', 'dropdown', 'attachment'] as const;
  /**
   * A source field, one that depends on it, and one that depends on that, each with or without an initial
   * value and an entry.
   */
  const sources = fc.tuple(
    ...['first', 'second', 'third'].map((id, at) =>
      fc.record({
        id: fc.constant(id),
        type: fc.constantFrom(...types, ...(at === 0 ? (['signature', 'initial'] as const) : [])),
        entry: fc.option(texts, { nil: undefined }),
        properties: fc.record(
          {
            value: texts,
            readOnly: fc.boolean(),
            choices: fc.constant<string[]>(['Z\u00fcrich', 'Zu\u0308rich ', '1,5']),
          },
          { requiredKeys: ['choices'] },
        ),
        is: fc.constantFrom('filled' as const, 'equals' as const, 'contains' as const),
        wanted: texts,
      }),
    ),
  );

  test('are equal for any default values, entries and conditions', () => {
    let filledIn = 0;
    fc.assert(
      fc.property(sources, fc.boolean(), (drawnUp, withInitials) => {
        const fields = drawnUp.map(({ id, type, properties, is, wanted }, at): FieldView => {
          const source = drawnUp[at - 1];
          const showWhen = source && { fieldId: source.id, is, value: wanted };
          const rules = { ...properties, ...(showWhen && { showWhen }) };
          return { ...place, id, type, required: false, properties: rules };
        });
        const values: Entries['values'] = {};
        for (const { id, type, entry } of drawnUp) {
          if (entry === undefined) continue;
          if (isTick({ type })) values[id] = entry === 'true';
          else if (type !== 'attachment') values[id] = entry;
          else values[id] = entry.trim() === '' ? '' : attachmentEntry({ sha256: 'ab', name: 'Lease.pdf' });
        }
        const initials = { ...noEntries.initials, text: withInitials ? 'GL' : '' };
        const filled = fill(fields, values, initials);
        if (isRefusal(filled)) return;
        filledIn += 1;
        const before = currentValues(fields, values, person);
        const { fields: shown, done } = applyRules(
          { fields, earlier: [], recipient: person },
          finishWith({ ...drawn, initials, values: { ...before } }, true),
        );
        const now = done.values;
        const expected = shown.flatMap((field) => {
          if (field.type === 'initial') return withInitials ? [[field.id, '']] : [];
          if (field.type === 'signature') return [[field.id, '']];
          if (isTick(field)) return [[field.id, String(now[field.id] === true)]];
          const text = valueText(field, { values: now });
          return text === '' ? [] : [[field.id, text]];
        });
        expect(filled.map(({ fieldId, value }) => [fieldId, value])).toEqual(expected);
      }),
      { seed: 20_260_302, numRuns: 3000 },
    );
    expect(filledIn).toBeGreaterThan(500);
  });

  /**
   * The values that the server derives from the page's request. The value of a file is its name, as on the
   * page.
   */
  function fill(fields: FieldView[], values: Entries['values'], initials = noEntries.initials) {
    const { fields: sent } = signBodyFrom({ ...answer, fields }, { ...drawn, values, initials }, 'en');
    const file = { sha256: 'ab', name: 'Lease.pdf', mediaType: 'application/pdf', size: 9 };
    const attached = fields.map(({ id }) => ({ ...file, fieldId: id }));
    const filling = {
      values: sent ?? [],
      hasSignature: true,
      hasInitials: initials.text !== '',
      person,
      attached,
    };
    const filled = fillFields(fields, filling, { day: '2026-03-02', text: 'today', timeZone: 'UTC' });
    if (isRefusal(filled)) return filled;
    return filled.map(({ fieldId, value }) => ({ fieldId, value: readAttachedFile(value)?.name ?? value }));
  }
});

test('a blank name and an empty pad are not signatures', () => {
  expect(adopted({ ...noEntries.signature, mode: 'type', text: '   ' })).toBeNull();
  expect(adopted(noEntries.signature)).toBeNull();
  expect(finishWith(noEntries, true)).toMatchObject({ hasSignature: false, consents: true });
});
