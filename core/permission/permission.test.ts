import { describe, expect, test } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { memberRoles, type Member } from './member.ts';
import { allowedTo, may, mustBeAllowed, permissions } from './permission.ts';

const owner: Member = { role: 'owner' };

describe('member permissions', () => {
  test.each(permissions)('owners may: %s', (permission) => {
    expect(mustBeAllowed(owner, permission)).toBeUndefined();
  });

  test('each role has all permissions of the role below it and more', () => {
    const can = memberRoles.map((role) => allowedTo({ role }));
    for (const [index, less] of can.entries()) {
      if (index === 0) continue;
      const more = can[index - 1]!;
      expect(more).toEqual(expect.arrayContaining(less));
      expect(more.length).toBeGreaterThan(less.length);
    }
  });

  test('a viewer can only read', () => {
    const reads = permissions.filter((act) => act.endsWith('.read') && act !== 'webhook.read');
    expect(allowedTo({ role: 'viewer' })).toEqual(reads);
  });

  test('only owners can pay for an account, delete it and appoint owners', () => {
    const ownersOnly = permissions.filter((act) => !may({ role: 'admin' }, act));
    expect(ownersOnly).toEqual(['account.pay', 'account.export', 'account.close', 'team.own']);
  });

  test('only owners and admins manage people and settings and read the event log', () => {
    const managersOnly = permissions.filter(
      (act) => may({ role: 'admin' }, act) && !may({ role: 'member' }, act),
    );
    expect(managersOnly).toEqual([
      ...['account.audit', 'account.settings', 'brand.edit', 'document.retain', 'key.manage'],
      ...['team.manage', 'webhook.read', 'webhook.edit'],
    ]);
  });

  test('if the plan no longer includes a team, owners keep their permissions, and other members can only read, and refusals give the reason', () => {
    expect(allowedTo({ role: 'owner', withoutPlan: true })).toEqual(permissions);
    const admin = { role: 'admin', withoutPlan: true } as const;
    expect(allowedTo(admin)).toEqual(allowedTo({ role: 'viewer' }));
    expect(mustBeAllowed(admin, 'document.send')).toMatchObject({ refused: 'plan-without-team' });
    expect(mustBeAllowed(admin, 'account.pay')).toMatchObject({ refused: 'not-permitted' });
  });

  test('the client receives exactly the list of permissions', () => {
    expect(allowedTo(owner)).toEqual(permissions);
    expect(new Set(permissions).size).toBe(permissions.length);
    expect(permissions).toContain('document.send');
  });

  test.each(permissions)('Mallory, who has an unknown role, may not: %s', (permission) => {
    const mallory = { role: 'nobody' as never };
    expect(may(mallory, permission)).toBe(false);
    expect(mustBeAllowed(mallory, permission)).toMatchObject({ refused: 'not-permitted' });
  });

  test.each(['document.forge', 'toString.call', 'document.constructor', '__proto__.read', ''])(
    'no role may perform an unknown action: %s',
    (act) => {
      for (const role of memberRoles) expect(may({ role }, act as never)).toBe(false);
      expect(isRefusal(mustBeAllowed(owner, act as never))).toBe(true);
    },
  );
});
