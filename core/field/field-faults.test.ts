import { describe, expect, test } from 'vitest';
import { fieldFaults } from './field-faults.ts';
import type { Field, FieldType } from './field.ts';
import { kindOf } from './kinds.ts';
import type { FieldProperties } from './properties.ts';

const person = { name: 'Grace Lindqvist', email: 'grace@harbour.example' };

describe('faults that prevent sending a document', () => {
  test.each<[string, Field[], string[]]>([
    ['a dropdown without choices', [field('a', 'dropdown', {})], ['no-choices']],
    ['a single radio button', [field('a', 'radio', { group: 'Berth' })], ['no-group']],
    [
      'a group of two people',
      [
        field('a', 'radio', { group: 'Berth', choice: '1' }),
        field('b', 'radio', { group: 'Berth', choice: '2' }, { recipientId: 'linus' }),
      ],
      ['group-divided', 'group-divided'],
    ],
    ['a default value that its field refuses', [field('a', 'number', { value: 'many' })], ['value']],
    ['an ambiguous number', [field('a', 'number', { value: '50,000' })], ['ambiguous-number']],
    [
      'a read-only field with blanks',
      [field('a', 'text', { value: ' ', readOnly: true })],
      ['read-only-empty'],
    ],
    ['an empty read-only field', [field('a', 'text', { readOnly: true })], ['read-only-empty']],
    [
      'the sender’s text with a condition',
      [
        field('a', 'checkbox', {}),
        field('b', 'text', {
          readOnly: true,
          value: 'I owe 9 900 EUR',
          showWhen: { fieldId: 'a', is: 'filled', value: '' },
        }),
      ],
      ['hidden-text'],
    ],
    ['limits in the wrong order', [field('a', 'number', { min: 2, max: 1 })], ['limits']],
    ['a list of blank choices', [field('a', 'dropdown', { choices: [' '] })], ['no-choices']],
    ['more required ticks than boxes', boxes({ atLeast: 3 }, 'grace', 'grace'), ['limits', 'limits']],
    [
      'a group with too few boxes for one person',
      boxes({ atLeast: 2 }, 'grace', 'grace', 'linus'),
      ['group-divided'],
    ],
    ['a group with enough boxes for each of two people', boxes({ atLeast: 1 }, 'grace', 'linus'), []],
    [
      'a group whose boxes cannot be ticked',
      boxes({ atLeast: 2, readOnly: true }, 'grace', 'grace').map((box, at) =>
        at === 0 ? { ...box, properties: { ...box.properties, value: 'true' } } : box,
      ),
      ['read-only-empty'],
    ],
    [
      'a group with too many read-only ticks',
      boxes({ atMost: 1, readOnly: true, value: 'true' }, 'grace', 'grace'),
      ['value', 'value'],
    ],
    [
      'a mask longer than its cells',
      [field('a', 'text', { format: 'mask', mask: '99.99.9999', comb: 8 })],
      ['limits'],
    ],
    [
      'a mask that is too short',
      [field('a', 'text', { format: 'mask', mask: '99', minLength: 3 })],
      ['limits'],
    ],
    ['an IBAN in ten letters', [field('a', 'text', { format: 'iban', maxLength: 10 })], ['limits']],
    ['a phone number in four cells', [field('a', 'text', { format: 'phone', comb: 4 })], ['limits']],
    ['a text without letters', [field('a', 'text', { maxLength: 0 })], ['limits']],
    [
      'limits without an integer between them',
      [field('a', 'number', { min: 0.5, max: 0.9, decimals: 0 })],
      ['limits'],
    ],
    [
      'limits that some value satisfies',
      [
        field('a', 'text', { format: 'mask', mask: '99.99.9999', comb: 10 }),
        field('b', 'text', { format: 'iban', maxLength: 15 }),
        field('c', 'text', { format: 'phone', comb: 5 }),
        field('d', 'number', { min: 1.1, max: 1.1, decimals: 2 }),
        field('e', 'number', { min: 0.4, max: 1.6, decimals: 0 }),
        field('f', 'number', { max: -999_999_999_999_999 }),
        field('g', 'name', { maxLength: 5, format: 'iban' }),
        ...boxes({ atLeast: 2, atMost: 2 }, 'grace', 'grace'),
      ],
      [],
    ],
    [
      'a condition on another recipient’s field',
      [
        field('a', 'checkbox', {}, { recipientId: 'linus' }),
        field('b', 'text', { showWhen: { fieldId: 'a', is: 'filled', value: '' } }),
      ],
      ['later'],
    ],
    [
      'a condition on a phone number that no field can have',
      [
        field('a', 'phone', {}),
        field('b', 'text', { showWhen: { fieldId: 'a', is: 'equals', value: '020 7946 0958' } }),
        field('c', 'text', { showWhen: { fieldId: 'a', is: 'equals', value: '+44 (20) 7946 0958' } }),
      ],
      ['never-met'],
    ],
    ['a phone number without a country code', [field('a', 'phone', { value: '020 7946 0958' })], ['value']],
    [
      'a name that its recipient cannot shorten',
      [field('a', 'name', { readOnly: true, maxLength: 5 })],
      ['value'],
    ],
    ['a name that was removed', [field('a', 'name', { readOnly: true, value: '' })], ['read-only-empty']],
    [
      'nothing',
      [
        field('a', 'name', { readOnly: true }),
        field('b', 'email', { readOnly: true }),
        field('c', 'name', { maxLength: 5 }),
        field('d', 'name', { readOnly: true }, { recipientId: 'nobody yet' }),
      ],
      [],
    ],
  ])('%s', (_, fields, faults) => {
    expect(fieldFaults(fields, [{ id: 'grace', ...person }]).map(({ fault }) => fault)).toEqual(faults);
  });
});

/** Returns checkboxes of one group, one for each of the owners. */
function boxes(properties: FieldProperties, ...owners: string[]): Field[] {
  return owners.map((recipientId, at) =>
    field(`box ${at}`, 'checkbox', { group: 'Extras', ...properties }, { required: false, recipientId }),
  );
}

function field(id: string, type: FieldType, properties: FieldProperties, more: Partial<Field> = {}): Field {
  const place = { page: 1, x: 72, y: 72, ...kindOf(type).size };
  return { id, type, ...place, recipientId: 'grace', required: true, label: '', properties, ...more };
}
