import {
  changeRole,
  canTakeOver,
  removeMember as decideRemoval,
  type TeamMember,
} from '#core/account/team.ts';
import { may, type Permission } from '#core/permission/permission.ts';
import type { MemberRole } from '#core/permission/member.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { revokeKeysOf } from '../api-keys/key-store.ts';
import { mailMember } from '../identity-provider/mail-managers.ts';
import { endConnections } from '../apps/app-store.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { deleteResponsesOf } from '../../foundation/http/idempotency.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { lockMemberRow } from '../../records/member.ts';
import { revokeDeviceLinks } from '../../records/link-store.ts';
import { ownerOf } from '../../records/owner.ts';
import { awaitsSignIn, deleteProvisioningTokensOf } from '../sign-in/provisioned-person.ts';
import type { TeamDeps } from './deps.ts';
import { transferReports, transferAllDocuments, pauseBulksOf } from './hand-over.ts';
import { withdrawInvitationsOf, withdrawInvitationsTo } from './invitation-store.ts';
import { revokeConfirmationByLink } from './revoke-confirmation.ts';
import { addresseeOf, lockTeam, nameOf, nameOfUser, namedMember, titleOfAccount } from './team-store.ts';

export type TeamParts = Pick<TeamDeps, 'db' | 'clock' | 'plans' | 'jobs'>;

/**
 * Changes a member's role, effective from their next request. Emails all owners if an owner was added or
 * removed.
 */
export function changeMember(
  services: TeamParts,
  asker: SignedInUser,
  { memberId, role, isConfirmed }: { memberId: string; role: MemberRole; isConfirmed: boolean },
): Promise<Refusal | undefined> {
  const { accountId, userId, ip } = asker;
  const who = { accountId, userId: memberId };
  return inTransaction(services.db, async (tx) => {
    const { members } = await lockTeam(tx, accountId, services);
    const change = changeRole(members, { by: userId, of: memberId, to: role, isConfirmed });
    if (isRefusal(change)) return change;
    if (change.from === role) return undefined;
    const person = await addresseeOf(tx, who);
    if (role === 'owner' && person.email_confirmed_at === null) return unconfirmedHeir;
    const now = await setRole(tx, services, who, role);
    const detail = `${await namedMember(tx, who)}: ${change.from} → ${role}`;
    await recordAccountEvent(tx, accountId, { type: 'member_role_changed', userId, ip, detail }, now);
    if (role !== 'owner' && change.from !== 'owner') return undefined;
    const kind = role === 'owner' ? 'owner-added' : 'owner-lost';
    const owners = members.filter((member) => member.role === 'owner' || member.id === memberId);
    const facts = {
      inviter: nameOfUser(asker),
      member: nameOf(person),
      account: await titleOfAccount(tx, accountId),
    };
    for (const { id } of owners) {
      const owner = await addresseeOf(tx, { accountId, userId: id });
      await mailMember(tx, services, accountId, owner, { kind, facts });
    }
    return undefined;
  });
}

export const unconfirmedHeir = refuse(
  'successor-invalid',
  'This member has not confirmed their email address yet. Nothing was changed.',
);

/** Sets a member's role and ends what the new role does not allow. Returns the time of the change. */
export async function setRole(
  tx: Tx,
  { clock }: Pick<TeamParts, 'clock'>,
  who: { accountId: string; userId: string },
  role: MemberRole,
): Promise<number> {
  if (!may({ role }, 'document.send')) await pauseBulksOf(tx, who);
  await lockMemberRow(tx, who);
  // Read after waiting for the member's lock, so that it is later than every bulk-send row that held it.
  const now = clock();
  await tx
    .updateTable('users')
    .set({ role })
    .where('account_id', '=', who.accountId)
    .where('id', '=', who.userId)
    .execute();
  if (!may({ role }, hosting)) await revokeDeviceLinks(tx, who, now);
  if (!may({ role }, 'account.audit')) await transferReports(tx, who);
  if (!may({ role }, managing)) await withdrawInvitationsOf(tx, who, now);
  return now;
}

/**
 * Removes a member, or lets them leave. In one transaction, all content passes to the heir, the member's
 * access and open streams end, and a removed member is emailed. Signing links of their documents still work,
 * since they belong to documents and not to members. The default heir is the member who removes them, or the
 * longest-standing owner if they leave.
 */
export function removeMember(
  services: TeamParts,
  user: SignedInUser,
  {
    memberId,
    successorId,
    isConfirmed,
  }: { memberId: string; successorId?: string | undefined; isConfirmed: boolean },
): Promise<Refusal | undefined> {
  return inTransaction(services.db, async (tx) => {
    const { members } = await lockTeam(tx, user.accountId, services);
    return removeFromTeam(tx, services, { user, members }, { memberId, successorId, isConfirmed });
  });
}

/** Like `removeMember`, in a transaction that has locked the team. */
export async function removeFromTeam(
  tx: Tx,
  services: TeamParts,
  { user, members }: { user: SignedInUser; members: readonly TeamMember[] },
  {
    memberId,
    successorId,
    isConfirmed,
  }: { memberId: string; successorId?: string | undefined; isConfirmed: boolean },
): Promise<Refusal | undefined> {
  const { accountId, userId, ip } = user;
  const member = decideRemoval(members, { by: userId, of: memberId, isConfirmed });
  if (isRefusal(member)) return member;
  const who = { accountId, userId: memberId };
  const heir = canTakeOver(members, {
    by: userId,
    instead: memberId,
    heir: successorId ?? defaultSuccessor(members, { by: userId, of: memberId }),
  });
  if (isRefusal(heir)) return heir;
  const parting = { heir, by: ownerOf(user) };
  const { handedOver: given, now } = await transferAllDocuments(tx, who, parting, services.clock);
  const detail = await namedMember(tx, { accountId, userId: memberId });
  const type = memberId === userId ? 'member_left' : 'member_removed';
  await recordAccountEvent(tx, accountId, { type, userId, ip, detail }, now);
  if (given > 0) {
    const to = await namedMember(tx, { accountId, userId: heir.id });
    const event = { type: 'documents_handed_over' as const, userId, ip, detail: `${given} → ${to}` };
    await recordAccountEvent(tx, accountId, event, now);
  }
  if (memberId !== userId) {
    const facts = { inviter: nameOfUser(user), account: await titleOfAccount(tx, accountId) };
    const person = await addresseeOf(tx, who);
    // A person whom a directory added, and who has never signed in, does not know about the membership.
    if (!(await awaitsSignIn(tx, who)))
      await mailMember(tx, services, accountId, person, { kind: 'member-removed', facts });
    await revokeConfirmationByLink(tx, who);
  }
  await endMembership(tx, who, now);
  return undefined;
}

const defaultSuccessor = (team: readonly TeamMember[], { by, of }: { by: string; of: string }): string =>
  by === of ? (team.find(({ id, role }) => role === 'owner' && id !== of)?.id ?? '') : by;

/** Ends all access of a member. Any new way to act for a member must be ended here too. */
export async function endMembership(
  tx: Tx,
  who: { accountId: string; userId: string },
  now: number,
): Promise<void> {
  const { accountId, userId } = who;
  await tx
    .updateTable('users')
    .set({ removed_at: new Date(now) })
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .execute();
  // Sessions remain without access until they expire, so that open pages can show the reason.
  await tx
    .updateTable('sessions')
    .set({ removed: true })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute();
  await tx.deleteFrom('notices').where('account_id', '=', accountId).where('user_id', '=', userId).execute();
  await tx
    .deleteFrom('member_group_people')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute();
  await deleteResponsesOf(tx, userId);
  await revokeKeysOf(tx, who, now);
  await deleteProvisioningTokensOf(tx, who);
  await endConnections(tx, who, now);
  await revokeDeviceLinks(tx, who, now);
  await withdrawInvitationsOf(tx, who, now);
  await withdrawInvitationsTo(tx, who, now);
}

const managing: Permission = 'team.manage';
/** Permission to open a recipient's signing page on one's own device. */
const hosting: Permission = 'document.manage';
