import { expect, test } from 'vitest';
import { guessOwners } from './use-suggestions.ts';

const ada = { id: 'a', name: 'Ada' };
const grace = { id: 'g', name: 'Grace' };

test('a single recipient gets the fields of a single party', () => {
  expect(guessOwners(['', 'Tenant'], [ada])).toEqual({ '': 'a', Tenant: 'a' });
});

test('parties and recipients are matched by name, or by order if there are equally many', () => {
  expect(guessOwners(['Tenant', 'Landlord'], [{ id: '1', name: 'landlord' }, ada])).toEqual({
    Tenant: null,
    Landlord: '1',
  });
  expect(guessOwners(['Tenant', '', 'Landlord'], [ada, grace])).toEqual({
    Tenant: 'a',
    '': null,
    Landlord: 'g',
  });
});

test('the sender decides if the numbers of parties and recipients differ', () => {
  expect(guessOwners(['Tenant', 'Landlord'], [ada])).toEqual({ Tenant: null, Landlord: null });
  expect(guessOwners([''], [ada, grace])).toEqual({ '': null });
  expect(guessOwners(['Tenant'], [])).toEqual({ Tenant: null });
});
