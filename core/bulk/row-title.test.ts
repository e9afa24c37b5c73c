import { expect, test } from 'vitest';
import { titleOfRow } from './row-title.ts';

const template = {
  name: 'Berth lease',
  roles: [
    { id: 'tenant', name: 'Tenant', role: 'signer' as const, turn: 1 },
    { id: 'owner', name: 'Owner', role: 'signer' as const, turn: 2 },
  ],
};
const ben = { roleId: 'tenant', name: ' Ben\nHolm ', email: 'ben@quay.example' };
const ada = { roleId: 'owner', name: 'Ada Moreau', email: 'ada@harbour.example' };

test("a bulk document's title contains the name of the person in the first role, whatever the column order", () => {
  expect(titleOfRow(template, { title: '', people: [ada, ben] })).toBe('Berth lease – Ben Holm');
  expect(titleOfRow(template, { title: ' \n', people: [{ ...ben, name: ' ' }] })).toBe('Berth lease');
  expect(titleOfRow(template, { title: '', people: [] })).toBe('Berth lease');
});

test('a title from the file is used unchanged, as a single line', () => {
  expect(titleOfRow(template, { title: 'Berth\n14', people: [ben] })).toBe('Berth 14');
});
