import { grace, linus } from '#testing/cast.ts';
import { describe, expect, it } from 'vitest';
import { merged, findSamePerson } from './same-person.ts';

const row = (email: string, role: 'signer' | 'approver' | 'viewer' | 'cc', recipientId = '') => ({
  email,
  role,
  recipientId,
});

describe('duplicate people in the send dialog', () => {
  it('duplicates are detected by mailbox and role, regardless of the spelling of the address', () => {
    const rows = [row(grace.email, 'signer', 'r1'), row(` ${grace.email.toUpperCase()} `, 'signer')];
    expect(findSamePerson(rows, 1)).toBe(0);
    expect(findSamePerson(rows, 0)).toBeNull();
  });

  it('one person can have two roles: Grace signs, and approves what Linus signs', () => {
    const rows = [row(grace.email, 'signer'), row(grace.email, 'approver'), row(linus.email, 'signer')];
    expect(rows.map((_, index) => findSamePerson(rows, index))).toEqual([null, null, null]);
  });

  it('rows without an address are not duplicates', () => {
    const rows = [row('', 'signer'), row(' ', 'signer')];
    expect(findSamePerson(rows, 1)).toBeNull();
  });

  it('a duplicate is merged into the saved row, which may have fields, or else into the earlier one', () => {
    const saved = row(grace.email, 'signer', 'r1');
    const typed = row(grace.email, 'signer');
    expect(merged([saved, typed], 1, 0)).toEqual({ stays: 0, goes: 1 });
    expect(merged([typed, saved], 1, 0)).toEqual({ stays: 1, goes: 0 });
    expect(merged([saved, saved], 1, 0)).toEqual({ stays: 0, goes: 1 });
    expect(merged([typed, typed], 1, 0)).toEqual({ stays: 0, goes: 1 });
  });
});
