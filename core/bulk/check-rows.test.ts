import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideSend } from '../document/send.ts';
import { isRefusal } from '../refusal.ts';
import { impliedOrder } from '../recipient/turn.ts';
import { castRoles } from '../template/roles.ts';
import { bulkCheck, fillFields, findDuplicates, maxCellLength } from './check-rows.ts';
import type { BulkRow, TemplateSnapshot, SnapshotField } from './read-file.ts';

const rules = { recipientLimit: 2, expirationDays: 30 };
const box = { page: 1, x: 0, y: 0, width: 100, height: 20, required: false, roleId: 't' };
const rent: SnapshotField = { ...box, id: 'rent', type: 'number', label: 'Rent', properties: { min: 1 } };
const name: SnapshotField = {
  ...box,
  y: 40,
  id: 'name',
  type: 'name',
  label: 'Tenant',
  properties: { readOnly: true, maxLength: 20 },
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
  title: '',
  message: '',
  values: {},
  ...change,
});
const named = (tenant: string): BulkRow => {
  const [first, second] = row().people;
  return row({ people: [{ ...first!, name: tenant }, second!] });
};

function codeOf(
  given: BulkRow,
  by: Parameters<typeof bulkCheck>[2] = rules,
  of = snapshot,
): string | undefined {
  return bulkCheck(of, Object.keys(given.values), by).refusalOf(given)?.refused;
}

function codeOfSingle(given: BulkRow, fields: readonly SnapshotField[]): string | undefined {
  const cast = castRoles(snapshot.roles, given.people);
  if (isRefusal(cast)) return cast.refused;
  const draft = {
    status: 'draft',
    signingOrder: impliedOrder(snapshot.roles),
    recipients: cast.map(({ role, ...person }) => ({ ...role, ...person, status: 'waiting' as const })),
    fields: fillFields(fields, given.values).map((field) => ({ ...field, recipientId: field.roleId })),
  } as const;
  const sending = decideSend(draft, rules, 0);
  return isRefusal(sending) ? sending.refused : undefined;
}

const labels = ['Rent', 'Tenant', 'Berth', 'constructor', ''];
const values = ['', '5', '0', 'a', 'Grace Wilhelmina Lindqvist'];
const anyField = fc.record({
  type: fc.constantFrom('text', 'number', 'name', 'email', 'dropdown', 'radio', 'checkbox' as const),
  roleId: fc.constantFrom('t', 't', 't', 't', 'o', null, 'gone'),
  label: fc.constantFrom(...labels),
  required: fc.boolean(),
  at: fc.nat(40),
  properties: fc.oneof(
    { weight: 2, arbitrary: fc.constant({}) },
    {
      weight: 3,
      arbitrary: fc.record(
        {
          value: fc.constantFrom(...values),
          readOnly: fc.boolean(),
          maxLength: fc.constantFrom(3, 20),
          min: fc.constantFrom(1),
          choices: fc.constantFrom<string[][]>([], ['a', '5']),
          group: fc.constantFrom('g', 'h'),
          choice: fc.constantFrom('', 'a', 'b'),
          showWhen: fc.record({
            fieldId: fc.constantFrom('f0', 'f1', 'f2'),
            is: fc.constant('filled' as const),
            value: fc.constant(''),
          }),
        },
        { requiredKeys: [] },
      ),
    },
  ),
});
const anyFields = fc.array(anyField, { maxLength: 4 }).map((fields) =>
  fields.map(({ at, ...field }, index): SnapshotField => ({
    ...field,
    id: `f${index}`,
    page: 1,
    x: 10,
    y: at * 10,
    width: 18,
    height: 18,
  })),
);
const anyRow = fc
  .record({
    name: fc.constantFrom('', 'Grace', 'Grace Wilhelmina Lindqvist'),
    values: fc.dictionary(fc.constantFrom(...labels.slice(0, 4)), fc.constantFrom(...values.slice(1))),
  })
  .map(({ name: tenant, values: cells }) => ({ ...named(tenant), values: cells }));

describe('rows follow the same rules as a single document', () => {
  test.each<[string, BulkRow, string | undefined]>([
    ['a valid row', row({ values: { rent: '1250' } }), undefined],
    ['a value that its field refuses', row({ values: { Rent: '0' } }), 'field-incomplete'],
    ['a value that is not a number', row({ values: { RENT: 'much' } }), 'field-incomplete'],
    ['a name that its field refuses', named('Grace Wilhelmina Lindqvist'), 'field-incomplete'],
    ['an ambiguous number', row({ values: { Rent: '12,500' } }), 'field-incomplete'],
    ['a number with a decimal comma', row({ values: { Rent: '1 250,50' } }), undefined],
    ['a missing address', row({ people: [row().people[0]!] }), 'template-roles-mismatch'],
    ['a line break in a name', named('Grace\nBcc: mallory@elsewhere.example'), 'recipient-name-invalid'],
    ['a name that is too long', named('G'.repeat(maxCellLength.name + 1)), 'bulk-cell-too-long'],
    [
      'a message that is too long',
      row({ message: 'm'.repeat(maxCellLength.message + 1) }),
      'bulk-cell-too-long',
    ],
    ['a value that is too long', row({ values: { Rent: '1'.repeat(1001) } }), 'bulk-cell-too-long'],
  ])('%s: %s', (_, given, code) => {
    expect(codeOf(given)).toBe(code);
  });

  test('rows follow the rules of the plan', () => {
    expect(codeOf(row(), { ...rules, recipientLimit: 1 })).toBe('plan-limit-recipients');
    expect(codeOf(row(), { ...rules, recipientLimit: null })).toBeUndefined();
  });

  test('checks parts that are the same in all rows only once', () => {
    let looks = 0;
    const watched = Array.from({ length: 40 }, (_, at): SnapshotField => ({
      ...box,
      id: `tick ${at}`,
      type: 'checkbox',
      label: '',
      width: 18,
      height: 18,
      x: at * 20,
      get y() {
        looks += 1;
        return 60;
      },
    }));
    const looksAt = (rows: number): number => {
      looks = 0;
      const check = bulkCheck({ ...snapshot, fields: [...snapshot.fields, ...watched] }, ['Rent'], rules);
      for (let line = 0; line < rows; line += 1)
        expect(check.refusalOf(row({ line, values: { Rent: String(line + 1) } }))).toBeUndefined();
      return looks;
    };
    expect(looksAt(100)).toBe(looksAt(1));
  });

  test('a row is refused if and only if its document would be refused', () => {
    const seen = new Set<string | undefined>();
    const check = (fields: SnapshotField[], given: BulkRow): void => {
      const code = codeOf(given, rules, { ...snapshot, fields });
      seen.add(code);
      expect(code === undefined).toBe(codeOfSingle(given, fields) === undefined);
    };
    fc.assert(fc.property(anyFields, anyRow, check), { numRuns: 3000, seed: 20_261_126 });
    expect(seen).toEqual(new Set([undefined, 'field-incomplete', 'field-overlap', 'field-not-assigned']));
  });
});

describe('fields of a row', () => {
  test('fills fields from cells regardless of the case of the label, and keeps the other values', () => {
    const [filled, kept] = fillFields(snapshot.fields, { ' RENT': '5' });
    expect(filled?.properties).toEqual({ min: 1, value: '5' });
    expect(kept).toBe(name);
  });

  test('fields without text input are unchanged', () => {
    const tick: SnapshotField = { ...box, id: 'tick', type: 'checkbox', label: 'Rent' };
    expect(fillFields([tick], { Rent: 'true' })).toEqual([tick]);
  });
});

describe('duplicate rows', () => {
  test('a row with the same recipients and values is a duplicate of the first one, even if case or message differ', () => {
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

  test('a row with a different value or person is not a duplicate', () => {
    const turned = row({ line: 4 });
    turned.people = turned.people.map((person, at) => ({ ...person, email: row().people[1 - at]!.email }));
    expect(findDuplicates([row(), row({ line: 3, values: { Rent: '5' } }), turned]).size).toBe(0);
  });
});
