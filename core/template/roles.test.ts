import { describe, expect, test } from 'vitest';
import { grace, hana, linus } from '#testing/cast.ts';
import { castRoles, placeholderRoles, type TemplateRole } from './roles.ts';

const counting = () => {
  let id = 0;
  return () => `role-${++id}`;
};

describe('placeholder roles', () => {
  test('placeholder roles are named after their action and numbered by kind, in order and with their turns', () => {
    const roles = placeholderRoles(
      [
        { role: 'signer', turn: 1 },
        { role: 'approver', turn: 2 },
        { role: 'signer', turn: 2 },
        { role: 'cc', turn: 9 },
        { role: 'viewer', turn: 9 },
      ],
      counting(),
    );
    expect(roles).toEqual([
      { id: 'role-1', name: 'Signer 1', role: 'signer', turn: 1 },
      { id: 'role-2', name: 'Approver 1', role: 'approver', turn: 2 },
      { id: 'role-3', name: 'Signer 2', role: 'signer', turn: 2 },
      { id: 'role-4', name: 'Copy 1', role: 'cc', turn: 9 },
      { id: 'role-5', name: 'Viewer 1', role: 'viewer', turn: 9 },
    ]);
  });

  test('a document without recipients gets one signer role', () => {
    expect(placeholderRoles([], counting())).toEqual([
      { id: 'role-1', name: 'Signer 1', role: 'signer', turn: 1 },
    ]);
  });
});

describe('assignment of people to roles', () => {
  const roles: TemplateRole[] = [
    { id: 'a', name: 'Signer 1', role: 'signer', turn: 1 },
    { id: 'b', name: 'Signer 2', role: 'signer', turn: 2 },
  ];
  const asGrace = { roleId: 'a', ...grace };
  const asLinus = { roleId: 'b', ...linus };

  test('people are assigned in the order of the roles, and surrounding spaces are removed', () => {
    expect(castRoles(roles, [asLinus, { ...asGrace, email: ` ${grace.email} `, name: ' Grace ' }])).toEqual([
      { role: roles[0], email: grace.email, name: 'Grace' },
      { role: roles[1], email: linus.email, name: linus.name },
    ]);
  });

  test('a default person takes the role unless the request names another person', () => {
    const withLinus = [roles[0]!, { ...roles[1]!, person: linus }];
    expect(castRoles(withLinus, [asGrace])).toMatchObject([{ email: grace.email }, { email: linus.email }]);
    expect(castRoles(withLinus, [asGrace, { ...hana, roleId: 'b' }])).toMatchObject([
      { email: grace.email },
      { email: hana.email },
    ]);
    expect(castRoles(withLinus, [asLinus])).toMatchObject({ refused: 'template-roles-mismatch' });
    expect(castRoles(withLinus, [asGrace, { ...hana, roleId: 'c' }])).toMatchObject({
      refused: 'template-roles-mismatch',
    });
  });

  test('one person can take two roles', () => {
    expect(castRoles(roles, [asGrace, { ...asGrace, roleId: 'b' }])).toHaveLength(2);
  });

  test.each([
    ['a role has no person', [asGrace], 'template-roles-mismatch', 'Signer 2'],
    ['no person is named', [], 'template-roles-mismatch', 'Signer 1'],
    [
      'a person has no role',
      [asGrace, asLinus, { roleId: 'c', ...hana }],
      'template-roles-mismatch',
      'exactly one',
    ],
    [
      'two people have one role',
      [asGrace, asLinus, { roleId: 'b', ...hana }],
      'template-roles-mismatch',
      'exactly one',
    ],
    ['an address is invalid', [asGrace, { ...asLinus, email: '' }], 'recipient-address-invalid', 'Signer 2'],
    [
      'an address contains a second header',
      [{ ...asGrace, email: `${grace.email}\nBcc: mallory@elsewhere.example` }, asLinus],
      'recipient-address-invalid',
      'Signer 1',
    ],
    [
      'a name has a direction override',
      [{ ...asGrace, name: '\u202eecarG' }, asLinus],
      'recipient-name-invalid',
      'Signer 1',
    ],
  ])('refuses the assignment when %s', (_, people, code, says) => {
    const refused = castRoles(roles, people);
    expect(refused).toMatchObject({ refused: code });
    expect(refused).toHaveProperty('detail', expect.stringContaining(says));
  });
});
