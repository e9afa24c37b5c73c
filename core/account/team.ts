import { may, mustBeAllowed } from '../permission/permission.ts';
import type { Member, MemberRole } from '../permission/member.ts';
import type { PlanName } from '../plan/plans.ts';
import { plans } from '../plan/plans.ts';
import { refuse, type Refusal } from '../refusal.ts';

/** A current member of the account, read while the account is locked. */
export type TeamMember = Member & { id: string };

/**
 * Invitations cannot grant ownership. Only an existing member can become an owner, so that an email cannot give
 * the account away.
 */
export const invitedRoles = ['admin', 'member', 'viewer'] as const;
export type InvitedRole = (typeof invitedRoles)[number];

/** Number of days for which an invitation link is valid. */
export const INVITATION_DAYS = 7;

/** Maximum number of pending invitations of an account. */
export const MAX_INVITATIONS = 100;

/**
 * On a plan without a team, members keep read access until the plan includes one again. Owners are not
 * restricted.
 */
export function hasTeam(plan: PlanName): boolean {
  return plans[plan].contents.includes('team');
}

/** Returns why a member cannot be added under the current plan. */
export function mustHaveTeam(plan: PlanName): Refusal | undefined {
  return hasTeam(plan)
    ? undefined
    : refuse('plan-limit-team', 'Teams are part of the Business plan. Choose it to work with others here.');
}

/**
 * Decides a role change. Only owners can appoint or demote owners, and at least one owner must remain.
 * `isConfirmed` is true if the actor has just entered their password.
 */
export function changeRole(
  team: readonly TeamMember[],
  { by, of, to, isConfirmed }: { by: string; of: string; to: MemberRole; isConfirmed: boolean },
): { from: MemberRole } | Refusal {
  const actor = find(team, by);
  const member = find(team, of);
  const refusal = mustBeAllowed(actor ?? formerMember, 'team.manage');
  if (refusal) return refusal;
  if (!member) return unknownMember;
  if ((member.role === 'owner' || to === 'owner') && !may(actor!, 'team.own')) return ownersOnly;
  if (member.role === 'owner' && to !== 'owner' && isLastOwner(team)) return lastOwner;
  if (member.role !== to && (member.role === 'owner' || to === 'owner') && !isConfirmed)
    return unconfirmedAct;
  return { from: member.role };
}

/** Returns why `by` cannot transfer the account to another member, or undefined if they can. */
export function transferOwnership(
  team: readonly TeamMember[],
  { by, to }: { by: string; to: string },
): undefined | Refusal {
  if (find(team, by)?.role !== 'owner') return ownersOnly;
  const heir = find(team, to);
  if (!heir) return unknownMember;
  return by === to || heir.role === 'owner' ? alreadyOwner : undefined;
}

/**
 * Decides whether `by` can remove `of`, or leave the account if both are the same member. `isConfirmed` is true
 * if the actor has just entered their password.
 */
export function removeMember(
  team: readonly TeamMember[],
  { by, of, isConfirmed }: { by: string; of: string; isConfirmed: boolean },
): TeamMember | Refusal {
  const actor = find(team, by);
  if (!actor) return mustBeAllowed(formerMember, 'team.manage')!;
  const member = find(team, of);
  const refusal = by === of ? undefined : mustBeAllowed(actor, 'team.manage');
  if (refusal) return refusal;
  if (!member) return unknownMember;
  if (member.role === 'owner' && by !== of && !may(actor, 'team.own')) return ownersOnly;
  if (member.role === 'owner' && isLastOwner(team)) return lastOwner;
  if (member.role === 'owner' && !isConfirmed) return unconfirmedAct;
  return member;
}

/**
 * Returns a member who can take over another member's content. They must be able to prepare and send documents
 * and cannot be the member who is being removed.
 */
export function canTakeOver(
  team: readonly TeamMember[],
  { by, heir, instead }: { by: string; heir: string; instead?: string },
): TeamMember | Refusal {
  const refusal = mustBeAllowed(find(team, by) ?? formerMember, 'document.read');
  if (refusal) return refusal;
  const member = heir === instead ? undefined : find(team, heir);
  return member && may({ role: member.role }, 'document.manage') ? member : heirUnfit;
}

const find = (team: readonly TeamMember[], id: string): TeamMember | undefined =>
  team.find((member) => member.id === id);

const isLastOwner = (team: readonly TeamMember[]): boolean =>
  team.filter(({ role }) => role === 'owner').length <= 1;

/**
 * Placeholder for an actor who left the account while their request was in progress. The role has no permissions.
 */
const formerMember: Member = { role: 'none' as never };

const unknownMember = refuse('not-found', 'This person is not in the account.');
const heirUnfit = refuse(
  'successor-invalid',
  'Choose a member who can prepare and send documents to take over. Nothing was changed.',
);
const alreadyOwner = refuse(
  'successor-invalid',
  'This member is already an owner. Choose another member. Nothing was changed.',
);
const ownersOnly = refuse('not-permitted', 'Only an owner can add, change or remove other owners.');
/**
 * Refuses to change ownership or account protection without a fresh password, so that an unattended browser is
 * not enough.
 */
export const unconfirmedAct = refuse(
  'confirmation-missing',
  'Confirm this with your password. If you sign in elsewhere, enter your email address instead. Nothing was changed.',
);
const lastOwner = refuse(
  'last-owner',
  'An account needs an owner. Make another member an owner first, then try again.',
);
