import { expect, test } from 'vitest';
import { claimValues, roleByClaim } from './role-claim.ts';

const claim = {
  name: 'groups',
  values: [
    { value: 'Readers', role: 'viewer' as const },
    { value: 'Legal', role: 'admin' as const },
    { value: 'Sales', role: 'member' as const },
  ],
};

test.each([
  [['Sales', 'Legal', 'Readers'], 'admin'],
  [['Readers'], 'viewer'],
  [['legal', 'owner'], 'member'],
  [[], 'member'],
])('%j gives the role %s', (stated, role) => {
  expect(roleByClaim(claim, stated, 'member')).toBe(role);
});

test.each([
  [{ groups: 'Sales' }, 'groups', ['Sales']],
  [{ groups: ['Sales', 7, null, 'Legal'] }, 'groups', ['Sales', 'Legal']],
  [{ realm_access: { roles: ['Sales'] } }, 'realm_access.roles', ['Sales']],
  [{ 'https://harbour.example/roles': ['Sales'] }, 'https://harbour.example/roles', ['Sales']],
  [{ groups: { Sales: true } }, 'groups', []],
  [{}, 'constructor.name', []],
])('in %j, the claim %s has the values %j', (claims, name, values) => {
  expect(claimValues(claims, name)).toEqual(values);
});
