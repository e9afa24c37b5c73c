import { describe, expect, test } from 'vitest';
import { fieldTypes, type Field, type FieldType } from './field.ts';
import { fillFields, type FieldInput } from './fill.ts';
import { maxTextLength } from './text-format.ts';

const today = { day: '2026-03-02', text: 'Mar 2, 2026', timeZone: 'UTC' };
type Given = FieldInput['value'] | undefined;

/**
 * One case per line: field type, required or not, the value from Grace's page, and the stored value or refusal.
 */
const tries: [FieldType, boolean, Given, string | null | { refused: string }][] = [
  ['text', true, 'Harbour Lane 7', 'Harbour Lane 7'],
  ['text', true, '  Harbour Lane 7 \n', 'Harbour Lane 7'],
  ['text', true, 'two\nlines', 'two\nlines'],
  ['text', true, 'Cafe\u0301', 'Caf\u00e9'],
  ['text', true, '日本 🖋 العربية', '日本 🖋 العربية'],
  ['text', true, undefined, { refused: 'field-missing' }],
  ['text', true, '', { refused: 'field-missing' }],
  ['text', true, ' \n ', { refused: 'field-missing' }],
  ['text', true, '\u200b', { refused: 'field-missing' }],
  ['text', true, '\u3164 \u2800', { refused: 'field-missing' }],
  ['text', true, 'Harbour\tLane\r7', 'Harbour Lane 7'],
  ['text', true, true, { refused: 'field-value-invalid' }],
  ['text', false, false, { refused: 'field-value-invalid' }],
  ['text', false, undefined, null],
  ['text', false, '  ', null],
  ['text', false, 'a'.repeat(maxTextLength), 'a'.repeat(maxTextLength)],
  ['text', false, 'a'.repeat(maxTextLength + 1), { refused: 'field-value-invalid' }],
  ['checkbox', true, true, 'true'],
  ['checkbox', true, 'true', 'true'],
  ['checkbox', true, false, { refused: 'field-missing' }],
  ['checkbox', true, 'false', { refused: 'field-missing' }],
  ['checkbox', true, undefined, { refused: 'field-missing' }],
  ['checkbox', false, undefined, 'false'],
  ['checkbox', false, false, 'false'],
  ['checkbox', false, '', 'false'],
  ['checkbox', false, 'yes', { refused: 'field-value-invalid' }],
  ['checkbox', false, 'TRUE', { refused: 'field-value-invalid' }],
  ['date', true, undefined, today.text],
  ['date', false, undefined, today.text],
  ['date', true, 'Jan 1, 1970', today.text], // The browser's clock is not trusted (T-10).
  ['signature', true, undefined, ''],
  ['signature', false, 'forged words', ''],
  ['initial', true, undefined, ''],
  ['initial', false, undefined, ''],
  ['name', true, undefined, 'Grace Lindqvist'],
  ['name', true, 'G. Lindqvist', 'G. Lindqvist'],
  ['name', true, '', { refused: 'field-missing' }],
  ['name', true, '\u115f\u00ad', { refused: 'field-missing' }],
  ['name', false, 'two\nlines', { refused: 'field-value-invalid' }],
  ['email', true, undefined, 'grace@harbour.example'],
  ['email', true, 'grace@lindqvist.example', 'grace@lindqvist.example'],
  ['email', false, 'grace at harbour', { refused: 'field-value-invalid' }],
  ['number', true, '1250', '1250'],
  ['number', true, '-1 250,50', '-1250.50'],
  ['number', true, '1,25', '1.25'],
  ['number', true, '1 000', '1000'],
  // These numbers are unambiguous, because no one groups digits like this.
  ['number', true, '0,125', '0.125'],
  ['number', true, '1250,500', '1250.500'],
  ['number', true, '1.250,00', '1250.00'],
  ['number', true, '12,500', { refused: 'field-value-invalid' }],
  ['number', true, '-1,000', { refused: 'field-value-invalid' }],
  ['number', true, '25.000', { refused: 'field-value-invalid' }],
  ['number', true, '1,250.00', '1250.00'],
  ['number', true, '1,250,000', '1250000'],
  ['number', true, '12,34.5', { refused: 'field-value-invalid' }],
  ['number', false, '12e3', { refused: 'field-value-invalid' }],
  ['number', false, '0x10', { refused: 'field-value-invalid' }],
  ['number', false, '1'.repeat(16), { refused: 'field-value-invalid' }],
  ['number', false, '', null],
  ['phone', true, '+49 (40) 123-4567', '+49 40 123 4567'],
  ['phone', true, undefined, { refused: 'field-missing' }],
  ['phone', false, '', null],
  ['phone', false, '040 1234567', { refused: 'field-value-invalid' }],
  ['radio', false, true, 'true'],
  ['radio', false, undefined, 'false'],
  ['radio', false, 'yes', { refused: 'field-value-invalid' }],
  ['dropdown', false, undefined, null],
  ['dropdown', false, 'Berth 9', { refused: 'field-value-invalid' }],
  ['dateEntry', true, undefined, { refused: 'field-missing' }],
  ['dateEntry', false, '', null],
  ['dateEntry', false, '03.02.1990', { refused: 'field-value-invalid' }],
  ['dateEntry', false, '1990-02-30', { refused: 'field-value-invalid' }],
  ['company', true, ' Harbour & Sons ', 'Harbour & Sons'],
  ['company', false, undefined, null],
  ['address', true, ' Quay 7 \n\n24103 Kiel', 'Quay 7\n24103 Kiel'],
  ['address', true, ' \n ', { refused: 'field-missing' }],
  ['jobTitle', false, 'two\nlines', { refused: 'field-value-invalid' }],
  ['multiChoice', true, undefined, { refused: 'field-missing' }],
  ['multiChoice', false, 'Berth 9', { refused: 'field-value-invalid' }],
  // These fields belong to the sender, so a signer's value is ignored.
  ['note', true, 'I owe nothing', null],
  ['strike', true, 'true', null],
  ['attachment', true, undefined, { refused: 'field-missing' }],
  ['attachment', false, '', null],
  ['attachment', false, 'a hash that nobody handed in', { refused: 'field-value-invalid' }],
  ['image', true, undefined, { refused: 'field-missing' }],
  ['image', false, 'a hash that nobody handed in', { refused: 'field-value-invalid' }],
  ['stamp', true, '', { refused: 'field-missing' }],
  ['stamp', false, '', null],
];

describe('Grace’s entry in one field', () => {
  test.each(tries)('%s, required %s, given %j', (type, required, given, outcome) => {
    const fields = [field({ type, required })];
    const values = given === undefined ? [] : [{ id: 'field', value: given }];
    const person = { name: 'Grace Lindqvist', email: 'grace@harbour.example' };
    const filled = fillFields(fields, { values, hasSignature: true, hasInitials: true, person }, today);
    if (outcome === null) expect(filled).toEqual([]);
    else if (typeof outcome === 'string') expect(filled).toEqual([{ fieldId: 'field', value: outcome }]);
    else expect(filled).toMatchObject({ ...outcome, detail: expect.stringContaining('page 4') });
  });

  test('the cases cover every type', () => {
    expect(new Set(tries.map(([type]) => type))).toEqual(new Set(fieldTypes));
  });
});

describe('refusal of unprintable characters', () => {
  const unprintable = [0x00, 0x01, 0x07, 0x08, 0x0b, 0x0c, 0x1b, 0x1f, 0x7f, 0x80, 0x85, 0x9f];
  const turning = [0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069];
  test.each([...unprintable, ...turning].map((code) => [code.toString(16), String.fromCodePoint(code)]))(
    'refuses U+%s inside a text',
    (_, character) => {
      expect(fillText(`10${character}000`)).toHaveProperty('refused', 'field-value-invalid');
    },
  );
});

describe('signature and initials', () => {
  const none = { values: [], hasSignature: false, hasInitials: false };
  test.each([
    ['signature', true, 'field-missing'],
    ['signature', false, 'field-missing'],
    ['initial', true, 'initials-missing'],
  ] as const)('an empty %s field, required %s, is refused: %s', (type, required, refused) => {
    expect(fillFields([field({ type, required })], none, today)).toHaveProperty('refused', refused);
  });

  test('optional initials can be left out', () => {
    expect(fillFields([field({ type: 'initial', required: false })], none, today)).toEqual([]);
  });
});

describe('forms with several fields', () => {
  const filling = { hasSignature: true, hasInitials: true };
  const form = [
    field({ id: 'a', type: 'text' }),
    field({ id: 'b', type: 'text', required: false }),
    field({ id: 'c', type: 'checkbox', required: false }),
    field({ id: 'd', type: 'date' }),
    field({ id: 'e', type: 'signature' }),
  ];

  test('values are returned in field order, whatever order the page uses', () => {
    const values = [
      { id: 'c', value: true },
      { id: 'a', value: 'Harbour Lane 7' },
    ];
    expect(fillFields(form, { ...filling, values }, today)).toEqual([
      { fieldId: 'a', value: 'Harbour Lane 7' },
      { fieldId: 'c', value: 'true' },
      { fieldId: 'd', value: today.text },
      { fieldId: 'e', value: '' },
    ]);
  });

  test("a form that includes another recipient's field is refused as a whole (S-30)", () => {
    const values = [
      { id: 'a', value: 'Harbour Lane 7' },
      { id: 'linus', value: 'agreed' },
    ];
    expect(fillFields(form, { ...filling, values }, today)).toHaveProperty('refused', 'field-not-yours');
    expect(fillFields([], { ...filling, values: [{ id: 'linus', value: '' }] }, today)).toHaveProperty(
      'refused',
      'field-not-yours',
    );
  });

  test('the refusal identifies a missing field by its label or else its type', () => {
    expect(fillFields([field({ label: 'Address' })], { ...filling, values: [] }, today)).toHaveProperty(
      'detail',
      "Fill in 'Address' on page 4.",
    );
    expect(fillFields([field({})], { ...filling, values: [] }, today)).toHaveProperty(
      'detail',
      'Fill in the text field on page 4.',
    );
  });

  test('the refusal has the field and the reason as parameters, for pages in other languages', () => {
    const boxes = ['a', 'b'].map((id) =>
      field({
        id,
        type: 'checkbox',
        required: false,
        properties: { group: 'Extras', atLeast: 1, atMost: 1 },
      }),
    );
    const tick = (...ids: string[]) =>
      fillFields(boxes, { ...filling, values: ids.map((id) => ({ id, value: true })) }, today);
    expect(fillFields([field({ label: 'Address' })], { ...filling, values: [] }, today)).toHaveProperty(
      'parameters',
      { reason: 'missing', kind: 'text', label: 'Address', page: 4 },
    );
    const extras = { kind: 'checkbox', label: 'Extras', page: 4 };
    expect(tick()).toHaveProperty('parameters', { reason: 'not-chosen', ...extras });
    expect(tick('a', 'b')).toHaveProperty('parameters', { reason: 'too-many-checked', ...extras, limit: 1 });
  });
});

function field(given: Partial<Field>): Field {
  return {
    id: 'field',
    type: 'text',
    recipientId: 'grace',
    required: true,
    label: '',
    page: 4,
    x: 72,
    y: 600,
    width: 190,
    height: 26,
    ...given,
  };
}

function fillText(text: string) {
  const values = [{ id: 'field', value: text }];
  return fillFields([field({})], { values, hasSignature: true, hasInitials: true }, today);
}
