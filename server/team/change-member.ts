import { changeRole, removeMember as decideRemoval } from '#core/account/team.ts';
import { may, type Permission } from '#core/permission/permission.ts';
import type { MemberRole } from '#core/permission/member.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import { revokeKeysOf } from '../api-keys/key-store.ts';
import { inTransaction, type Tx } from '../db/transaction.ts';
import type { SignedInUser } from '../http/session.ts';
import { recordAccountEvent } from '../records/account-event-store.ts';
import { endHandedOverLinks } from '../records/link-store.ts';
import type { Services } from '../services.ts';
import { withdrawInvitationsOf } from './invitation-store.ts';
import { lockTeam, nameOf } from './team-store.ts';

export type TeamParts = Pick<Services, 'db' | 'clock' | 'plans'>;
type Asker = Pick<SignedInUser, 'accountId' | 'userId' | 'ip'>;

/** Gives a member another role, from their next request on. */
export function changeMember(
  services: TeamParts,
  asker: Asker,
  memberId: string,
  role: MemberRole,
): Promise<Refusal | undefined> {
  const { accountId, userId, ip } = asker;
  const now = services.clock();
  return inTransaction(services.db, async (tx) => {
    const { members } = await lockTeam(tx, accountId, services);
    const change = changeRole(members, { by: userId, of: memberId, to: role });
    if (isRefusal(change)) return change;
    if (change.from === role) return undefined;
    await tx
      .updateTable('users')
      .set({ role })
      .where('account_id', '=', accountId)
      .where('id', '=', memberId)
      .execute();
    if (!may({ role }, managing)) await withdrawInvitationsOf(tx, { accountId, userId: memberId }, now);
    const detail = `${await namedMember(tx, accountId, memberId)}: ${change.from} → ${role}`;
    await recordAccountEvent(tx, accountId, { type: 'member_role_changed', userId, ip, detail }, now);
    return undefined;
  });
}

/**
 * Takes a member out, or lets them go. Their sessions end in the same transaction, which ends their open streams; what
 * they made stays with the account.
 */
export function removeMember(
  services: TeamParts,
  asker: Asker,
  memberId: string,
): Promise<Refusal | undefined> {
  const { accountId, userId, ip } = asker;
  const now = services.clock();
  return inTransaction(services.db, async (tx) => {
    const { members } = await lockTeam(tx, accountId, services);
    const member = decideRemoval(members, { by: userId, of: memberId });
    if (isRefusal(member)) return member;
    const who = { accountId, userId: memberId };
    const detail = await namedMember(tx, accountId, memberId);
    const type = memberId === userId ? 'member_left' : 'member_removed';
    await recordAccountEvent(tx, accountId, { type, userId, ip, detail }, now);
    await endMembership(tx, who, now);
    return undefined;
  });
}

/** Ends every way in of a member; whatever else lets somebody act for one has to end here too. */
async function endMembership(tx: Tx, who: { accountId: string; userId: string }, now: number): Promise<void> {
  const { accountId, userId } = who;
  await tx
    .updateTable('users')
    .set({ removed_at: new Date(now) })
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .execute();
  for (const table of ['sessions', 'notices'] as const) {
    await tx.deleteFrom(table).where('account_id', '=', accountId).where('user_id', '=', userId).execute();
  }
  await tx.deleteFrom('idempotent_answers').where('scope', '=', userId).execute();
  await revokeKeysOf(tx, who, now);
  await endHandedOverLinks(tx, who, now);
  await withdrawInvitationsOf(tx, who, now);
}

/** Name and address, as the audit trail keeps them. */
async function namedMember(tx: Tx, accountId: string, memberId: string): Promise<string> {
  const row = await tx
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email'])
    .where('account_id', '=', accountId)
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  const name = nameOf(row);
  return name === row.email ? name : `${name} (${row.email})`;
}

const managing: Permission = 'team.manage';
