import { describe, expect, test } from 'vitest';
import type { Field, FieldType } from './field.ts';
import { fieldFaults } from './field-faults.ts';
import { fillByName } from './fill-by-name.ts';
import { fillFields, type FieldInput } from './fill.ts';
import { kindOf } from './kinds.ts';
import type { FieldProperties } from './properties.ts';
import { firstPlaces } from './same-question.ts';

const today = { day: '2026-11-27', text: '27 Nov 2026', timeZone: 'UTC' };
const fill = (fields: Field[], values: FieldInput[]) =>
  fillFields(fields, { values, hasSignature: true, hasInitials: true }, today);

describe('fields of one recipient with the same name', () => {
  const company = [
    field('a', 'text', { name: 'company' }),
    field('b', 'text', { name: 'company' }, { page: 2 }),
  ];

  test('one answer fills all fields of the question', () => {
    expect(fill(company, [{ id: 'a', value: 'Harbour Ltd' }])).toEqual([
      { fieldId: 'a', value: 'Harbour Ltd' },
      { fieldId: 'b', value: 'Harbour Ltd' },
    ]);
    expect(fill(company, [{ id: 'b', value: 'Harbour Ltd' }])).toEqual(
      fill(company, [{ id: 'a', value: 'Harbour Ltd' }]),
    );
  });

  test('different answers are refused', () => {
    const values = [
      { id: 'a', value: 'Harbour Ltd' },
      { id: 'b', value: 'Quay Ltd' },
    ];
    expect(fill(company, values)).toMatchObject({ refused: 'field-value-invalid' });
    expect(fill(company, [values[0]!, { id: 'b', value: 'Harbour Ltd' }])).toHaveLength(2);
  });

  test('ticking one checkbox ticks all checkboxes of the question', () => {
    const boxes = [field('a', 'checkbox', { name: 'vat' }), field('b', 'checkbox', { name: 'vat' })];
    expect(fill(boxes, [{ id: 'b', value: true }])).toEqual([
      { fieldId: 'a', value: 'true' },
      { fieldId: 'b', value: 'true' },
    ]);
  });

  test('a condition on any field of the question uses the answer', () => {
    const shown = field('c', 'text', {
      showWhen: { fieldId: 'b', is: 'equals', value: 'Harbour' },
    });
    expect(
      fill(
        [...company, shown],
        [
          { id: 'a', value: 'Harbour' },
          { id: 'c', value: 'VAT' },
        ],
      ),
    ).toHaveLength(3);
  });

  test('fields with equal labels or different recipients are not joined', () => {
    const fields = [
      field('a', 'text', {}, { label: 'Company' }),
      field('b', 'text', {}, { label: 'Company' }),
      field('c', 'text', { name: 'company' }),
      field('d', 'text', { name: 'company' }, { recipientId: 'linus' }),
    ];
    expect(firstPlaces(fields)).toHaveLength(4);
  });

  test.each<[string, Field[]]>([
    ['another type', [field('a', 'text', { name: 'x' }), field('b', 'number', { name: 'x' })]],
    ['another limit', [field('a', 'number', { name: 'x', max: 5 }), field('b', 'number', { name: 'x' })]],
    [
      'a different default value',
      [field('a', 'text', { name: 'x', value: 'A' }), field('b', 'text', { name: 'x', value: 'B' })],
    ],
    [
      'one field that is not required',
      [field('a', 'text', { name: 'x' }), field('b', 'text', { name: 'x' }, { required: false })],
    ],
    [
      'a condition on one field',
      [
        field('c', 'checkbox', {}),
        field('a', 'text', { name: 'x', showWhen: { fieldId: 'c', is: 'filled', value: '' } }),
        field('b', 'text', { name: 'x' }),
      ],
    ],
    ['signatures', [field('a', 'signature', { name: 'x' }), field('b', 'signature', { name: 'x' })]],
    [
      'counted checkboxes',
      [field('a', 'checkbox', { name: 'x', group: 'g' }), field('b', 'checkbox', { name: 'x', group: 'g' })],
    ],
  ])('fields with the same name cannot be sent with %s', (_, fields) => {
    const faults = fieldFaults(fields, []).filter(({ fault }) => fault === 'same-name');
    expect(faults.map(({ field: { id } }) => id)).toEqual(['a', 'b']);
  });

  test('each field of the question can print the date in a different format', () => {
    const fields = [
      field('a', 'dateEntry', { name: 'x', dateFormat: 'dd.MM.yyyy' }),
      field('b', 'dateEntry', { name: 'x' }),
    ];
    expect(fieldFaults(fields, [])).toEqual([]);
    expect(fill(fields, [{ id: 'a', value: '2026-11-27' }])).toMatchObject([
      { value: '2026-11-27', printed: '27.11.2026' },
      { value: '2026-11-27' },
    ]);
  });

  test('a value that is set by name applies to all fields with that name', () => {
    const filled = fillByName(company, [{ values: { company: 'Harbour Ltd' } }], null);
    expect(filled).toMatchObject([
      { properties: { value: 'Harbour Ltd' } },
      { properties: { value: 'Harbour Ltd' } },
    ]);
  });

  test('a value cannot be set by name if fields of two recipients have that name', () => {
    const fields = [...company, field('d', 'text', { name: 'company' }, { recipientId: 'linus' })];
    expect(fillByName(fields, [{ values: { company: 'Harbour Ltd' } }], null)).toMatchObject({
      refused: 'field-name-ambiguous',
    });
  });
});

function field(id: string, type: FieldType, properties: FieldProperties, more: Partial<Field> = {}): Field {
  const place = { page: 1, x: 72, y: 72, ...kindOf(type).size };
  return {
    ...{ id, type, ...place, recipientId: 'grace' },
    ...{ required: type !== 'checkbox', label: '', properties },
    ...more,
  };
}
