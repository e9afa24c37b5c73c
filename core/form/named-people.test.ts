import { expect, test } from 'vitest';
import { readNamedPeople } from './named-people.ts';

const read = (people: Record<string, { name: string; email: string }>) =>
  readNamedPeople(Object.keys(people), (role) => people[role]!, 'hana@sato.example');

test('reads the people whom a visitor names', () => {
  const { people, problems } = read({
    landlord: { name: ' Grace Hopper ', email: ' grace@navy.example ' },
    witness: { name: 'Linus', email: 'linus@okafor.example' },
  });
  expect(problems.size).toBe(0);
  expect(people).toEqual([
    { roleId: 'landlord', name: 'Grace Hopper', email: 'grace@navy.example' },
    { roleId: 'witness', name: 'Linus', email: 'linus@okafor.example' },
  ]);
});

test('reports each person without a name or an address', () => {
  const { problems } = read({
    landlord: { name: ' ', email: 'grace@navy.example' },
    tenant: { name: 'Win at www.prize.com', email: 'tenant@quay.example' },
    witness: { name: 'Linus', email: 'linus' },
  });
  expect([...problems]).toEqual([
    ['landlord', 'name'],
    ['tenant', 'name'],
    ['witness', 'email'],
  ]);
});

test('Mallory cannot name one mailbox twice', () => {
  const { problems, people } = read({
    landlord: { name: 'Grace', email: 'Hana@Sato.example' },
    witness: { name: 'Linus', email: 'linus@okafor.example' },
    other: { name: 'Linus again', email: 'LINUS@okafor.example' },
  });
  expect([...problems]).toEqual([
    ['landlord', 'same'],
    ['other', 'same'],
  ]);
  expect(people.map(({ roleId }) => roleId)).toEqual(['witness']);
});
