import { expect, test } from 'vitest';
import { declinedBy, personInList, waitingFor } from './in-list.ts';

const grace = { name: 'Grace Lindqvist', email: 'grace@harbour.example' };
const linus = { name: '', email: 'linus@okafor.example' };

test.each([
  ['signer', 'waiting', false, false],
  ['signer', 'invited', true, false],
  ['approver', 'opened', true, false],
  ['approver', 'approved', false, true],
  ['signer', 'signed', false, true],
  ['signer', 'paper', false, false],
  // The document does not wait for viewers, who are only notified.
  ['viewer', 'invited', false, false],
  ['cc', 'invited', false, false],
] as const)('a %s who is %s: awaited %s, done %s', (role, status, asked, done) => {
  expect(personInList({ ...grace, role, status })).toMatchObject({ asked, done });
});

test('a waiting document shows the first awaited person by name or address, and the number of others', () => {
  const done = personInList({ ...grace, role: 'signer', status: 'signed' });
  const awaited = personInList({ ...linus, role: 'signer', status: 'invited' });
  expect(waitingFor([done])).toBeNull();
  expect(waitingFor([done, awaited])).toEqual({ name: 'linus@okafor.example', more: 0 });
  expect(waitingFor([awaited, personInList({ ...grace, role: 'approver', status: 'opened' })])).toEqual({
    name: 'linus@okafor.example',
    more: 1,
  });
});

test('a declined document shows the name of the recipient who declined', () => {
  const declined = personInList({ ...grace, role: 'signer', status: 'declined' });
  expect(declinedBy([personInList({ ...linus, role: 'signer', status: 'invited' }), declined])).toBe(
    grace.name,
  );
  expect(declinedBy([])).toBeNull();
});
