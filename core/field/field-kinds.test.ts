import { describe, expect, test } from 'vitest';
import { addressLines, addressParts } from './values/address.ts';
import { assignParties } from './assign-parties.ts';
import { attachedFileText, readAttachedFile } from './attached-file.ts';
import { normalizeEntry, valueProblem } from './check-value.ts';
import { fieldFaults } from './field-faults.ts';
import type { Field, FieldType, WrittenType } from './field.ts';
import { fillByName } from './fill-by-name.ts';
import { fillFields, type FieldInput } from './fill.ts';
import { kindOf } from './kinds.ts';
import { prefillValues } from './printed-texts.ts';
import type { FieldProperties } from './properties.ts';
import { renewFields } from './renew-fields.ts';

const today = { day: '2026-03-02', text: 'Mar 2, 2026', timeZone: 'UTC' };
const person = { name: 'Grace Lindqvist', email: 'grace@harbour.example' };

describe('values of text-like fields', () => {
  test.each<[WrittenType, FieldProperties, string, string | undefined]>([
    ['text', { maxLength: 5 }, 'Berth', undefined],
    ['text', { maxLength: 4 }, 'Berth', 'too-long'],
    ['text', { minLength: 6 }, 'Berth', 'too-short'],
    ['text', { maxLength: 3 }, '🖋🖋🖋', undefined],
    ['text', { comb: 4 }, '12345', 'too-long'],
    ['text', { comb: 4 }, '12\n3', 'single-line'],
    ['text', { format: 'digits' }, '0123', undefined],
    ['text', { format: 'digits' }, '٠１2', undefined],
    ['text', { format: 'digits' }, '১২', 'format'],
    ['text', { format: 'letters' }, 'Jean-Luc O’Brien', undefined],
    ['text', { format: 'letters' }, 'R2', 'format'],
    ['text', { format: 'phone' }, '+49 (0)40 123-456', undefined],
    ['text', { format: 'phone' }, '12+34567', 'format'],
    ['text', { format: 'iban' }, 'DE89 3704 0044 0532 0130 00', undefined],
    ['text', { format: 'iban' }, 'DE88 3704 0044 0532 0130 00', 'format'],
    ['text', { format: 'mask', mask: 'AA-9999' }, 'HH-0042', undefined],
    ['text', { format: 'mask', mask: 'AA-9999' }, 'HH-004', 'mask'],
    ['text', { format: 'mask', mask: 'AA-9999' }, 'H1-0042', 'mask'],
    ['number', { min: 1, max: 10 }, '10', undefined],
    ['number', { min: 1 }, '0', 'too-small'],
    ['number', { max: 10 }, '10.01', 'too-large'],
    ['number', { decimals: 2 }, '0.005', 'decimals'],
    ['number', { decimals: 2 }, '1.005', 'ambiguous-number'],
    ['number', { decimals: 0 }, '5,00', undefined],
    ['number', { max: 2000 }, '25.000', 'ambiguous-number'],
    ['number', { decimals: 3 }, '12,500', 'ambiguous-number'],
    ['dropdown', { choices: ['Berth 1', 'Berth 2'] }, 'Berth 2', undefined],
    ['dropdown', { choices: ['Berth 1'] }, 'berth 1', 'not-a-choice'],
    ['dropdown', { choices: [' Ærøskøbing', 'A\u030alesund '] }, '\u00c5lesund', undefined],
    ['company', { maxLength: 5 }, 'Harbour & Sons', 'too-long'],
    ['jobTitle', {}, 'Harbour\nmaster', 'single-line'],
    ['multiChoice', { choices: ['Sun', 'Sea'] }, 'Sea | Sun', undefined],
    ['multiChoice', { choices: ['Sun', 'Sea'] }, 'Sea\nMoon', 'not-a-choice'],
    ['multiChoice', { choices: ['Sun', 'Sea'], atLeast: 2 }, 'Sea', 'too-few'],
    ['multiChoice', { choices: ['Sun', 'Sea', 'Air'], atMost: 2 }, 'Sea|Sun|Air', 'too-many'],
  ])('%s with %j: %j has the problem %s', (type, properties, text, problem) => {
    expect(valueProblem({ type, properties }, normalizeEntry({ type, properties }, text))?.problem).toBe(
      problem,
    );
  });
});

describe('conditional fields', () => {
  const boat = field('boat', 'checkbox', {}, { required: false });
  const name = field('name', 'text', { showWhen: { fieldId: 'boat', is: 'filled', value: '' } });
  const home = field('home', 'text', { showWhen: { fieldId: 'name', is: 'contains', value: 'SEA' } });

  test('hidden fields are not required, and values sent for them are ignored', () => {
    expect(fill([boat, name], { name: 'Sea Breeze' })).toEqual([{ fieldId: 'boat', value: 'false' }]);
    expect(fill([boat, name], { boat: true })).toHaveProperty('refused', 'field-missing');
    expect(fill([boat, name, home], { boat: true, name: 'Heron' })).toHaveLength(2);
    expect(fill([boat, name, home], { boat: true, name: 'Sea Breeze', home: 'Kiel' })).toHaveLength(3);
  });

  test('a field that depends on a hidden field is hidden too', () => {
    expect(fill([boat, name, home], { name: 'Sea Breeze', home: 'Kiel' })).toHaveLength(1);
  });

  test.each<[WrittenType, string, string]>([
    ['number', '1 000', '1000'],
    ['number', '1000', '1 000'],
    ['number', '1,5', '1,5'],
    ['number', '5', '5,00'],
    ['number', '5.00', '5'],
    ['number', '1234567.5', '1.234.567,50'],
    ['text', 'Zu\u0308rich', 'Z\u00fcrich'],
    ['text', 'Z\u00fcrich', 'Zu\u0308rich'],
  ])('conditions compare stored values: a %s with the initial value %j matches %j', (type, value, wanted) => {
    const source = field('source', type, { value });
    const behind = field('behind', 'checkbox', {
      showWhen: { fieldId: 'source', is: 'equals', value: wanted },
    });
    expect(fill([source, { ...behind, required: false }], {})).toHaveLength(2);
  });

  test.each([
    [true, 'true', true],
    [true, 'YES', true],
    [false, 'false', true],
    [false, 'no', true],
    [true, 'false', false],
    [false, 'true', false],
    [true, 'blue', false],
    [false, 'blue', false],
  ])('a checkbox that is ticked %s matches equals %s: %s', (ticked, value, met) => {
    const box = field('box', 'checkbox', {}, { required: false });
    const behind = field('behind', 'text', { showWhen: { fieldId: 'box', is: 'equals', value } });
    const filled = fill([box, behind], { box: ticked, behind: 'x' });
    expect(filled).toHaveLength(met ? 2 : 1);
  });

  const extras = { choices: ['Sea view', 'Sea', 'Power'] };
  test.each([
    ['Power|Sea', 'contains', 'Sea', true],
    ['Sea view', 'contains', 'Sea', false],
    ['Power', 'equals', 'Power', true],
    ['Power|Sea', 'equals', 'sea\npower', true],
    ['Power|Sea', 'equals', 'Power', false],
  ] as const)('options %j: %s %j is %s', (chosen, is, value, met) => {
    const source = field('source', 'multiChoice', extras);
    const behind = field('behind', 'checkbox', { showWhen: { fieldId: 'source', is, value } });
    expect(fill([source, { ...behind, required: false }], { source: chosen })).toHaveLength(met ? 2 : 1);
  });

  test('a condition on options that cannot be selected together is refused before sending', () => {
    const source = field('source', 'multiChoice', { ...extras, atLeast: 2, atMost: 2 });
    const when = (...values: string[]) => {
      const all = values.map((value) => ({ fieldId: 'source', is: 'contains' as const, value }));
      return fieldFaults([source, field('behind', 'text', { showWhen: { all } })], []).map(
        ({ fault }) => fault,
      );
    };
    expect(when('Power')).toEqual([]);
    expect(when('Power', 'Sea')).toEqual([]);
    expect(when('Power', 'Sea', 'Sea view')).toEqual(['never-met']);
    expect(when('Mooring')).toEqual(['never-met']);
  });

  test('a condition with an ambiguous number is refused before sending', () => {
    const count = field('count', 'number', {}, { required: false });
    const when = (value: string) =>
      field('behind', 'text', { showWhen: { fieldId: 'count', is: 'equals', value } });
    expect(fieldFaults([count, when('5,00')], [])).toEqual([]);
    for (const value of ['1,000', 'five'])
      expect(fieldFaults([count, when(value)], []).map(({ fault }) => fault)).toEqual(['never-met']);
  });

  test('an uploaded file counts as filled, and an initially unticked checkbox does not', () => {
    const pass = field('pass', 'attachment', {}, { required: false });
    const seen = field('seen', 'checkbox', { value: 'false' }, { required: false });
    const behind = (fieldId: string) =>
      field('behind', 'text', { showWhen: { fieldId, is: 'filled', value: '' } });
    const file = { name: 'pass.pdf', mediaType: 'application/pdf', size: 9, sha256: 'ab', fieldId: 'pass' };
    expect(fill([pass, behind('pass')], { pass: 'ab' }, [file])).toHaveProperty('refused', 'field-missing');
    expect(fill([seen, behind('seen')], {})).toEqual([{ fieldId: 'seen', value: 'false' }]);
  });

  test('fields with circular conditions are hidden, and the document cannot be sent', () => {
    const first = field('first', 'text', { showWhen: { fieldId: 'second', is: 'filled', value: '' } });
    const second = field('second', 'text', { showWhen: { fieldId: 'first', is: 'filled', value: '' } });
    expect(fill([first, second], { first: 'x', second: 'x' })).toEqual([]);
    expect(fieldFaults([first, second], []).map(({ fault }) => fault)).toEqual(['circular', 'circular']);
  });
});

describe('values set by the sender', () => {
  test('a read-only value does not change, whatever the request contains', () => {
    const rent = field('rent', 'number', { value: '1250', readOnly: true });
    expect(fill([rent], { rent: '1' })).toEqual([{ fieldId: 'rent', value: '1250' }]);
  });

  test('an ambiguous number in a document that was already sent keeps the value shown to its signer, and can be signed', () => {
    const rent = { value: '50,000' };
    expect(fill([field('rent', 'number', { ...rent, readOnly: true })], {})).toEqual([
      { fieldId: 'rent', value: '50.000' },
    ]);
    expect(fill([field('rent', 'number', rent)], {})).toEqual([{ fieldId: 'rent', value: '50.000' }]);
  });

  test('an initial value applies until another value is entered', () => {
    const city = field('city', 'text', { value: 'Kiel' }, { required: false });
    expect(fill([city], {})).toEqual([{ fieldId: 'city', value: 'Kiel' }]);
    expect(fill([city], { city: '' })).toEqual([]);
  });

  const berths = ['1', '2', '3'].map((choice) => field(choice, 'radio', { group: 'Berth', choice }));
  test.each([
    [{}, 'field-missing'],
    [{ 2: true }, undefined],
    [{ 1: true, 2: true }, 'field-value-invalid'],
  ])('a radio group with %j gives %s', (given, refused) => {
    expect(refusedIn(fill(berths, given))).toBe(refused);
  });

  const extras = ['a', 'b', 'c'].map((id) =>
    field(id, 'checkbox', { group: 'Extras', atLeast: 1, atMost: 2 }, { required: false }),
  );
  test.each([
    [{}, 'field-missing'],
    [{ a: true }, undefined],
    [{ a: true, b: true, c: true }, 'field-value-invalid'],
  ])('a checkbox group that requires one or two ticks: %j gives %s', (given, refused) => {
    expect(refusedIn(fill(extras, given))).toBe(refused);
  });

  test('an attachment field accepts only a file uploaded for it', () => {
    const file = { name: 'pass.pdf', mediaType: 'application/pdf', size: 9, sha256: 'ab' };
    const attached = [{ ...file, fieldId: 'pass' }];
    const fields = [field('pass', 'attachment', {}), field('other', 'attachment', {}, { required: false })];
    const filled = fill(fields, { pass: 'ab' }, attached);
    expect(filled).toEqual([{ fieldId: 'pass', value: attachedFileText(file) }]);
    expect(readAttachedFile(attachedFileText(file))).toEqual(file);
    expect(refusedIn(fill(fields, { pass: 'ab', other: 'ab' }, attached))).toBe('field-value-invalid');
  });
});

test.each([
  ['Quay 7', ['Quay 7', '', '', '']],
  ['Quay 7\n24103 Kiel', ['Quay 7', '', '24103 Kiel', '']],
  ['Quay 7\n24103 Kiel\nGermany', ['Quay 7', '', '24103 Kiel', 'Germany']],
  ['Quay 7\nDoor 3\nLeft\n24103 Kiel\nGermany', ['Quay 7', 'Door 3, Left', '24103 Kiel', 'Germany']],
])('the address %j is entered as %j', (address, parts) => {
  expect(addressParts(address)).toEqual(parts);
  expect(addressLines(parts).replace(', ', '\n')).toBe(address);
});

test('selected options are stored once each, in list order', () => {
  const choices = ['Sun', 'Sea | lake', 'Air'];
  const entry = (typed: string) => normalizeEntry({ type: 'multiChoice', properties: { choices } }, typed);
  expect(entry(' Air\nSun|Air')).toBe('Sun\nAir');
  expect(entry('Sea | lake')).toBe('Sea | lake');
  expect(entry(entry('Air\nSea | lake'))).toBe('Sea | lake\nAir');
});

test('all possible answers to a multiple choice are measured before sending, and none is too long', () => {
  const measured = (properties: FieldProperties) =>
    prefillValues(field('extras', 'multiChoice', properties), undefined).map(({ value }) => value);
  expect(measured({ choices: ['Sun', 'Sea'] })).toEqual(['Sun\nSea']);
  // Which two of the three choices are the widest depends on the typeface.
  expect(measured({ choices: ['iiii', 'WWW', 'Air'], atMost: 2 })).toEqual([
    ...['iiii\niiii', 'WWW\nWWW', 'Air\nAir'],
  ]);
  const choices = Array.from({ length: 12 }, (_, at) => `${at}`.padEnd(100, 'x'));
  const all = { type: 'multiChoice', properties: { choices, atLeast: 12 } } as const;
  expect(valueProblem(all, normalizeEntry(all, choices.join('\n')))).toBeUndefined();
});

test('a note without text cannot be sent, nor can a note or strike with a condition', () => {
  const boat = field('boat', 'checkbox', {}, { required: false });
  const showWhen = { fieldId: 'boat', is: 'filled', value: '' } as const;
  const ofSender = { recipientId: null, required: false };
  const faults = (type: FieldType, properties: FieldProperties) =>
    fieldFaults([boat, field('mark', type, properties, ofSender)], []).map(({ fault }) => fault);
  expect(faults('note', { value: 'Berths 3 to 5 only' })).toEqual([]);
  expect(faults('note', { value: ' ' })).toEqual(['read-only-empty']);
  // The printed words would appear in a different order than in the agreement's text.
  expect(faults('note', { value: 'Berths \u202e5 to 3\u202c only' })).toEqual(['value']);
  expect(faults('note', { value: 'Berths 3 to 5 only', showWhen })).toEqual(['hidden-text']);
  expect(faults('strike', {})).toEqual([]);
  expect(faults('strike', { showWhen })).toEqual(['hidden-text']);
});

test('a request can set the text of a note by its label, but not the value of a strike', () => {
  const note = { ...field('note', 'note', {}), recipientId: null, label: 'Berths' };
  const strike = { ...field('strike', 'strike', {}), recipientId: null, label: 'Clause 4' };
  const set = (values: Record<string, string>) => fillByName([note, strike], [{ values }], null);
  expect(set({ Berths: '3 to 5 only' })).toMatchObject([{ properties: { value: '3 to 5 only' } }, strike]);
  const wrong: Record<string, string>[] = [{ Berths: '\u202e5 to 3' }, { 'Clause 4': 'struck' }];
  for (const values of wrong) expect(set(values)).toMatchObject({ refused: 'field-value-invalid' });
});

test('an entry matches a mask that ends with a space, although entries are trimmed', () => {
  const plate = field('plate', 'text', { format: 'mask', mask: 'AA-99 ' });
  expect(fill([plate], { plate: 'HH-42 ' })).toEqual([{ fieldId: 'plate', value: 'HH-42' }]);
});

test('conditions of copied fields refer to the copies', () => {
  let next = 0;
  const one = { fieldId: 'a', is: 'filled', value: '' } as const;
  const fields = [
    field('a', 'checkbox', {}),
    field('b', 'text', { showWhen: one }),
    field('c', 'text', { showWhen: { any: [one, { ...one, is: 'empty' }] } }),
  ];
  const copies = renewFields(fields, () => `copy ${next++}`);
  expect(copies.map(({ id }) => id)).toEqual(['copy 0', 'copy 1', 'copy 2']);
  const renewed = { ...one, fieldId: 'copy 0' };
  expect(copies[1]?.properties?.showWhen).toEqual(renewed);
  expect(copies[2]?.properties?.showWhen).toEqual({ any: [renewed, { ...renewed, is: 'empty' }] });
});

test('anchor-placed fields go to people in turn order, and assigned fields keep their recipient', () => {
  const recipients = [
    { id: 'copy', role: 'cc', turn: 1 },
    { id: 'linus', role: 'signer', turn: 2 },
    { id: 'grace', role: 'approver', turn: 1 },
  ] as const;
  const placed = [1, 2, 3].map((party) => field(`${party}`, 'signature', { party }, { recipientId: null }));
  const owned = field('owned', 'date', { party: 1 }, { recipientId: 'linus' });
  expect(assignParties([...placed, owned], recipients).map(({ recipientId }) => recipientId)).toEqual([
    'grace',
    'linus',
    null,
    'linus',
  ]);
});

function field(id: string, type: FieldType, properties: FieldProperties, more: Partial<Field> = {}): Field {
  const place = { page: 1, x: 72, y: 72, ...kindOf(type).size };
  return { id, type, ...place, recipientId: 'grace', required: true, label: '', properties, ...more };
}

function fill(
  fields: Field[],
  given: Record<string, string | boolean>,
  attached: NonNullable<Parameters<typeof fillFields>[1]['attached']> = [],
) {
  const values: FieldInput[] = Object.entries(given).map(([id, value]) => ({ id, value }));
  return fillFields(fields, { values, hasSignature: true, hasInitials: true, person, attached }, today);
}

function refusedIn(outcome: ReturnType<typeof fillFields>): string | undefined {
  return 'refused' in outcome ? outcome.refused : undefined;
}

test('a new signature or initials field cannot cover two lines of text', () => {
  const [lineHeight, letterHeight] = [13.8, 8.6];
  for (const type of ['signature', 'initial'] as const)
    expect(kindOf(type).size.height).toBeLessThan(lineHeight + letterHeight);
});
