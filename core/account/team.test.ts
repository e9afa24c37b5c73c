import { describe, expect, test } from 'vitest';
import type { MemberRole } from '../permission/member.ts';
import { changeRole, mustHaveTeam, removeMember, type TeamMember } from './team.ts';

const ada: TeamMember = { id: 'ada', role: 'owner' };
const grace: TeamMember = { id: 'grace', role: 'admin' };
const linus: TeamMember = { id: 'linus', role: 'member' };
const mallory: TeamMember = { id: 'mallory', role: 'viewer' };
const team = [ada, grace, linus, mallory];

describe('changes of roles', () => {
  test.each([
    ['Ada makes Linus an admin', 'ada', 'linus', 'admin', { from: 'member' }],
    ['Ada makes Grace an owner', 'ada', 'grace', 'owner', { from: 'admin' }],
    ['Ada leaves herself an owner', 'ada', 'ada', 'owner', { from: 'owner' }],
    ['Grace makes Mallory a member', 'grace', 'mallory', 'member', { from: 'viewer' }],
    ['Grace makes herself a member', 'grace', 'grace', 'member', { from: 'admin' }],
    ['Grace makes herself an owner', 'grace', 'grace', 'owner', { refused: 'not-permitted' }],
    ['Grace makes Ada a viewer', 'grace', 'ada', 'viewer', { refused: 'not-permitted' }],
    ['Linus promotes himself', 'linus', 'linus', 'admin', { refused: 'not-permitted' }],
    ['Mallory promotes herself', 'mallory', 'mallory', 'owner', { refused: 'not-permitted' }],
    ['the last owner steps down', 'ada', 'ada', 'admin', { refused: 'last-owner' }],
    ['a person who is not a member', 'ada', 'hana', 'member', { refused: 'not-found' }],
    ['by a former member', 'hana', 'linus', 'admin', { refused: 'not-permitted' }],
  ] as const)('%s', (_about, by, of, to, outcome) => {
    expect(changeRole(team, { by, of, to, isConfirmed: true })).toMatchObject(outcome);
  });

  test('one of two owners can demote the other or themselves', () => {
    const two = [ada, { ...grace, role: 'owner' as const }];
    const isConfirmed = true;
    expect(changeRole(two, { by: 'ada', of: 'grace', to: 'member', isConfirmed })).toEqual({ from: 'owner' });
    expect(changeRole(two, { by: 'grace', of: 'grace', to: 'member', isConfirmed })).toEqual({
      from: 'owner',
    });
  });

  test('changing an owner role needs a fresh password, and changing other roles does not', () => {
    const two = [...team, { id: 'hana', role: 'owner' as const }];
    const change = (of: string, to: MemberRole) => changeRole(two, { by: 'ada', of, to, isConfirmed: false });
    for (const one of [change('grace', 'owner'), change('hana', 'admin'), change('ada', 'viewer')])
      expect(one).toMatchObject({ refused: 'confirmation-missing' });
    expect(change('grace', 'viewer')).toEqual({ from: 'admin' });
    expect(change('hana', 'owner')).toEqual({ from: 'owner' });
  });
});

describe('leaving the team and removing members', () => {
  test.each([
    ['Grace removes Linus', 'grace', 'linus', { id: 'linus' }],
    ['Linus leaves', 'linus', 'linus', { id: 'linus' }],
    ['Mallory leaves', 'mallory', 'mallory', { id: 'mallory' }],
    ['Linus removes Mallory', 'linus', 'mallory', { refused: 'not-permitted' }],
    ['Grace removes Ada', 'grace', 'ada', { refused: 'not-permitted' }],
    ['the last owner leaves', 'ada', 'ada', { refused: 'last-owner' }],
    ['a former member removes Linus', 'hana', 'linus', { refused: 'not-permitted' }],
  ] as const)('%s', (_about, by, of, outcome) => {
    expect(removeMember(team, { by, of, isConfirmed: false })).toMatchObject(outcome);
  });

  test('removing an owner, or leaving as one, requires a fresh password', () => {
    const two = [...team, { id: 'hana', role: 'owner' as const }];
    for (const of of ['ada', 'hana']) {
      expect(removeMember(two, { by: 'ada', of, isConfirmed: false })).toMatchObject({
        refused: 'confirmation-missing',
      });
      expect(removeMember(two, { by: 'ada', of, isConfirmed: true })).toMatchObject({ id: of });
    }
  });

  test('on a plan without teams, only owners can remove members, and every member can still leave', () => {
    const isConfirmed = false;
    const withoutPlan = team.map((member) => ({ ...member, withoutPlan: true }));
    expect(removeMember(withoutPlan, { by: 'grace', of: 'linus', isConfirmed })).toMatchObject({
      refused: 'plan-without-team',
    });
    expect(removeMember(withoutPlan, { by: 'ada', of: 'linus', isConfirmed })).toMatchObject({ id: 'linus' });
    expect(removeMember(withoutPlan, { by: 'linus', of: 'linus', isConfirmed })).toMatchObject({
      id: 'linus',
    });
  });
});

test('only the Business plan includes a team', () => {
  expect(mustHaveTeam('business')).toBeUndefined();
  expect(mustHaveTeam('pro')).toMatchObject({ refused: 'plan-limit-team' });
  expect(mustHaveTeam('free')).toMatchObject({ refused: 'plan-limit-team' });
});
