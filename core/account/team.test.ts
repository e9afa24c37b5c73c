import { describe, expect, test } from 'vitest';
import { changeRole, mustHaveTeam, removeMember, type TeamMember } from './team.ts';

const ada: TeamMember = { id: 'ada', role: 'owner' };
const grace: TeamMember = { id: 'grace', role: 'admin' };
const linus: TeamMember = { id: 'linus', role: 'member' };
const mallory: TeamMember = { id: 'mallory', role: 'viewer' };
const team = [ada, grace, linus, mallory];

describe('role changes', () => {
  test.each([
    ['Ada makes Linus an admin', 'ada', 'linus', 'admin', { from: 'member' }],
    ['Ada makes Grace an owner', 'ada', 'grace', 'owner', { from: 'admin' }],
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
    expect(changeRole(team, { by, of, to })).toMatchObject(outcome);
  });

  test('one of two owners can demote the other or themselves', () => {
    const two = [ada, { ...grace, role: 'owner' as const }];
    expect(changeRole(two, { by: 'ada', of: 'grace', to: 'member' })).toEqual({ from: 'owner' });
    expect(changeRole(two, { by: 'grace', of: 'grace', to: 'member' })).toEqual({ from: 'owner' });
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
    expect(removeMember(team, { by, of })).toMatchObject(outcome);
  });

  test('without a team in the plan only owners can remove members, and every member can still leave', () => {
    const withoutPlan = team.map((member) => ({ ...member, withoutPlan: true }));
    expect(removeMember(withoutPlan, { by: 'grace', of: 'linus' })).toMatchObject({
      refused: 'plan-without-team',
    });
    expect(removeMember(withoutPlan, { by: 'ada', of: 'linus' })).toMatchObject({ id: 'linus' });
    expect(removeMember(withoutPlan, { by: 'linus', of: 'linus' })).toMatchObject({ id: 'linus' });
  });
});

test('only the Business plan includes a team', () => {
  expect(mustHaveTeam('business')).toBeUndefined();
  expect(mustHaveTeam('pro')).toMatchObject({ refused: 'plan-limit-team' });
  expect(mustHaveTeam('free')).toMatchObject({ refused: 'plan-limit-team' });
});
