import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.ts';

const known = ['values', 'recipients', 'expirationDays', 'message', 'order'];

test.each([
  ['valeus', 'values'],
  ['value', 'values'],
  ['recipient', 'recipients'],
  ['recepients', 'recipients'],
  ['expiration_days', 'expirationDays'],
  ['ExpirationDays', 'expirationDays'],
  ['oder', 'order'],
])('%s means %s', (name, meant) => {
  expect(nearestName(name, known)).toBe(meant);
});

test.each(['prefill', 'x', '', 'value'.repeat(100), 'expires'])('no known name is near ‘%s’', (name) => {
  expect(nearestName(name, known)).toBeUndefined();
});
