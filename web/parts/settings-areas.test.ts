import { expect, test } from 'vitest';
import { allowedTo } from '#core/permission/permission.ts';
import { addressOfSection, areasFor, isMoved } from './settings-areas.ts';

const idsFor = (role: Parameters<typeof allowedTo>[0]['role'], hasTeam = true) =>
  areasFor(allowedTo({ role, withoutPlan: false }), hasTeam).flatMap(({ areas }) =>
    areas.map(({ id }) => id),
  );

test('owners see every area, and viewers see only their own areas and those for everyone', () => {
  expect(idsFor('owner')).toHaveLength(15);
  expect(idsFor('owner', false)).not.toContain('groups');
  expect(idsFor('viewer')).toEqual(['profile', 'security', 'notifications', 'apps', 'people', 'billing']);
});

test('anchors of the former settings page open the area that now contains the section', () => {
  expect(addressOfSection('brand')).toBe('/settings/brand#brand');
  expect(addressOfSection('data')).toBe('/settings/account#data');
  expect(addressOfSection('preferences')).toBe('/settings#preferences');
  expect([isMoved('security'), isMoved('profile'), isMoved('')]).toEqual([true, false, false]);
});
