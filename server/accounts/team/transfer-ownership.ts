import { transferOwnership as decideTransfer } from '#core/account/team.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { mailMember } from '../identity-provider/mail-managers.ts';
import { setRole, unconfirmedHeir, type TeamParts } from './change-member.ts';
import { addresseeOf, lockTeam, namedMember, nameOf, nameOfUser, titleOfAccount } from './team-store.ts';

/**
 * Makes another member an owner and the acting owner an administrator, and emails both. The caller has
 * already checked the password.
 */
export function transferOwnership(
  services: TeamParts,
  user: SignedInUser,
  memberId: string,
): Promise<Refusal | undefined> {
  const { accountId, userId, ip } = user;
  const heirKey = { accountId, userId: memberId };
  return inTransaction(services.db, async (tx) => {
    const { members } = await lockTeam(tx, accountId, services);
    const refused = decideTransfer(members, { by: userId, to: memberId });
    if (isRefusal(refused)) return refused;
    const heir = await addresseeOf(tx, heirKey);
    if (heir.email_confirmed_at === null) return unconfirmedHeir;
    await setRole(tx, services, heirKey, 'owner');
    const now = await setRole(tx, services, { accountId, userId }, 'admin');
    const detail = await namedMember(tx, heirKey);
    await recordAccountEvent(tx, accountId, { type: 'ownership_transferred', userId, ip, detail }, now);
    const account = await titleOfAccount(tx, accountId);
    const given = { inviter: nameOf(heir), account };
    const received = { inviter: nameOfUser(user), account };
    await mailMember(tx, services, accountId, heir, { kind: 'ownership-received-from', facts: received });
    const before = await addresseeOf(tx, { accountId, userId });
    await mailMember(tx, services, accountId, before, { kind: 'ownership-given', facts: given });
    return undefined;
  });
}
