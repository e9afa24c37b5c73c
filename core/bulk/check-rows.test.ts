import { describe, expect, test } from 'vitest';
import { checkRow, fillFields, findDuplicates, longestCell } from './check-rows.ts';
import type { BulkRow, TemplateSnapshot, SnapshotField } from './read-file.ts';

const now = Date.UTC(2026, 2, 2);
const rules = { recipientLimit: 2, expirationDays: 30 };
const box = { page: 1, x: 0, y: 0, width: 100, height: 20, required: false, roleId: 't' };
const rent: SnapshotField = { ...box, id: 'rent', type: 'number', label: 'Rent', properties: { min: 1 } };
const name: SnapshotField = {
  ...box,
  y: 40,
  ...{ id: 'name', type: 'name', label: 'Tenant', properties: { readOnly: true, maxLength: 20 } },
};
const snapshot: TemplateSnapshot = {
  name: 'Berth lease',
  roles: [
    { id: 't', name: 'Tenant', role: 'signer', turn: 1 },
    { id: 'o', name: 'Owner', role: 'approver', turn: 2 },
  ],
  fields: [rent, name],
};
const row = (change: Partial<BulkRow> = {}): BulkRow => ({
  line: 2,
  people: [
    { roleId: 't', email: 'grace@harbour.example', name: 'Grace' },
    { roleId: 'o', email: 'linus@okafor.example', name: '' },
  ],
  ...{ title: '', message: '', values: {} },
  ...change,
});
const named = (tenant: string): BulkRow => {
  const [first, second] = row().people;
  return row({ people: [{ ...first!, name: tenant }, second!] });
};

describe('a row is held against the rules of a single send', () => {
  test.each<[string, BulkRow, string | undefined]>([
    ['a good one', row({ values: { rent: '1250' } }), undefined],
    ['a value its field refuses', row({ values: { Rent: '0' } }), 'field-incomplete'],
    ['a value that is no number', row({ values: { RENT: 'much' } }), 'field-incomplete'],
    ['a name that its field cannot take', named('Grace Wilhelmina Lindqvist'), 'field-incomplete'],
    ['a number in two readings', row({ values: { Rent: '12,500' } }), 'field-incomplete'],
    ['a number with its decimals behind a comma', row({ values: { Rent: '1 250,50' } }), undefined],
    ['no address', row({ people: [row().people[0]!] }), 'template-roles-mismatch'],
    ['a line break in a name', named('Grace\nBcc: mallory@elsewhere.example'), 'recipient-name-invalid'],
    ['a name without end', named('G'.repeat(longestCell.name + 1)), 'bulk-cell-too-long'],
    ['a message without end', row({ message: 'm'.repeat(longestCell.message + 1) }), 'bulk-cell-too-long'],
    ['a value without end', row({ values: { Rent: '1'.repeat(1001) } }), 'bulk-cell-too-long'],
  ])('%s: %s', (_, given, code) => {
    expect(checkRow(snapshot, given, rules, now)?.refused).toBe(code);
  });

  test('and against those of the plan', () => {
    const one = { ...rules, recipientLimit: 1 };
    expect(checkRow(snapshot, row(), one, now)?.refused).toBe('plan-limit-recipients');
    expect(checkRow(snapshot, row(), { ...rules, recipientLimit: null }, now)).toBeUndefined();
  });
});

describe('the fields of a row', () => {
  test('hold what its cells say, whatever the case of the label, and keep the rest', () => {
    const [filled, kept] = fillFields(snapshot.fields, { ' RENT': '5' });
    expect(filled?.properties).toEqual({ min: 1, value: '5' });
    expect(kept).toBe(name);
  });

  test('that nothing is written into stay as they are', () => {
    const tick: SnapshotField = { ...box, id: 'tick', type: 'checkbox', label: 'Rent' };
    expect(fillFields([tick], { Rent: 'true' })).toEqual([tick]);
  });
});

describe('a repeated row', () => {
  test('says the same to the same people, in any case and with any message; the first one is named', () => {
    const shouted = row({ line: 4, title: 'BERTH 1', message: 'Again' });
    shouted.people = shouted.people.map((person) => ({ ...person, email: person.email.toUpperCase() }));
    const rows = [
      row({ title: 'Berth 1' }),
      row({ line: 3, title: 'Berth 2' }),
      shouted,
      row({ line: 5, title: 'berth  1' }),
    ];
    expect([...findDuplicates(rows)]).toEqual([
      [4, 2],
      [5, 2],
    ]);
  });

  test('is none when a value or a person differs', () => {
    const turned = row({ line: 4 });
    turned.people = turned.people.map((person, at) => ({ ...person, email: row().people[1 - at]!.email }));
    expect(findDuplicates([row(), row({ line: 3, values: { Rent: '5' } }), turned]).size).toBe(0);
  });
});
