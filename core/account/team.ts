import { may, mustBeAllowed } from '../permission/permission.ts';
import type { Member, MemberRole } from '../permission/member.ts';
import type { PlanName } from '../plan/plans.ts';
import { plans } from '../plan/plans.ts';
import { refuse, type Refusal } from '../refusal.ts';

/** Somebody in an account now, as the account's lock holds them. */
export type TeamMember = Member & { id: string };

/** Nobody is invited as an owner: whoever is in the account is made one, so that a mail cannot give it away. */
export const invitedRoles = ['admin', 'member', 'viewer'] as const;
export type InvitedRole = (typeof invitedRoles)[number];

/** Days for which the link of an invitation is good. */
export const daysToAccept = 7;

/** Invitations that an account may have open at once. */
export const mostInvitations = 100;

/** A plan without a team keeps its people, who read until it has one again; only owners go on as before. */
export function hasTeam(plan: PlanName): boolean {
  return plans[plan].contents.includes('team');
}

/** Stands before every new member. */
export function mustHaveTeam(plan: PlanName): Refusal | undefined {
  return hasTeam(plan)
    ? undefined
    : refuse('plan-limit-team', 'A team is part of the Business plan. Choose it to work with others here.');
}

/** Another role for somebody. Owners are made and unmade by owners, and one always stays. */
export function changeRole(
  team: readonly TeamMember[],
  { by, of, to }: { by: string; of: string; to: MemberRole },
): { from: MemberRole } | Refusal {
  const actor = find(team, by);
  const member = find(team, of);
  const refusal = mustBeAllowed(actor ?? nobody, 'team.manage');
  if (refusal) return refusal;
  if (!member) return unknownMember;
  if ((member.role === 'owner' || to === 'owner') && !may(actor!, 'team.own')) return ownersOnly;
  if (member.role === 'owner' && to !== 'owner' && isLastOwner(team)) return lastOwner;
  return { from: member.role };
}

/** Somebody goes, by their own will or another's. */
export function removeMember(
  team: readonly TeamMember[],
  { by, of }: { by: string; of: string },
): TeamMember | Refusal {
  const actor = find(team, by);
  if (!actor) return mustBeAllowed(nobody, 'team.manage')!;
  const member = find(team, of);
  const refusal = by === of ? undefined : mustBeAllowed(actor, 'team.manage');
  if (refusal) return refusal;
  if (!member) return unknownMember;
  if (member.role === 'owner' && by !== of && !may(actor, 'team.own')) return ownersOnly;
  if (member.role === 'owner' && isLastOwner(team)) return lastOwner;
  return member;
}

/** Who takes over what was somebody else's: anybody there who prepares and sends, and is not the one who goes. */
export function mayTakeOver(
  team: readonly TeamMember[],
  { by, heir, instead }: { by: string; heir: string; instead?: string },
): TeamMember | Refusal {
  const refusal = mustBeAllowed(find(team, by) ?? nobody, 'document.read');
  if (refusal) return refusal;
  const member = heir === instead ? undefined : find(team, heir);
  return member && may({ role: member.role }, 'document.manage') ? member : heirUnfit;
}

const find = (team: readonly TeamMember[], id: string): TeamMember | undefined =>
  team.find((member) => member.id === id);

const isLastOwner = (team: readonly TeamMember[]): boolean =>
  team.filter(({ role }) => role === 'owner').length <= 1;

/** Who is in the account no more, though their request was on its way. */
const nobody: Member = { role: 'none' as never };

const unknownMember = refuse('not-found', 'This person is not in the account, or no longer.');
const heirUnfit = refuse(
  'heir-unfit',
  'Choose somebody in the account who prepares and sends documents to take them over. Nothing was changed.',
);
const ownersOnly = refuse(
  'not-permitted',
  'Only an owner of the account can make somebody an owner, or change and remove one.',
);
const lastOwner = refuse(
  'last-owner',
  'An account needs an owner. Make somebody else an owner first; then this can be done.',
);
