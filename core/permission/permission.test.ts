import { describe, expect, test } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { memberRoles, type Member } from './member.ts';
import { allowedTo, may, mustBeAllowed, permissions } from './permission.ts';

const owner: Member = { role: 'owner' };

describe('what a member may do', () => {
  test.each(permissions)('the owner of an account may: %s', (permission) => {
    expect(mustBeAllowed(owner, permission)).toBeUndefined();
  });

  test('the client is told all of it, and nothing else', () => {
    expect(allowedTo(owner)).toEqual(permissions);
    expect(new Set(permissions).size).toBe(permissions.length);
    expect(permissions).toContain('document.send');
  });

  test.each(permissions)('Mallory, of a role that no rule names, may not: %s', (permission) => {
    const mallory = { role: 'nobody' as never };
    expect(may(mallory, permission)).toBe(false);
    expect(mustBeAllowed(mallory, permission)).toMatchObject({ refused: 'not-permitted' });
  });

  test.each(['document.forge', 'toString.call', 'document.constructor', '__proto__.read', ''])(
    'an act that no rule knows is nobody’s: %s',
    (act) => {
      for (const role of memberRoles) expect(may({ role }, act as never)).toBe(false);
      expect(isRefusal(mustBeAllowed(owner, act as never))).toBe(true);
    },
  );
});
