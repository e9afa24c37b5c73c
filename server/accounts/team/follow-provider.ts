import { inTransaction } from '../../foundation/db/transaction.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import type { ChangesRole } from '../sign-in/welcome-by-sign-on.ts';
import { setRole } from './change-member.ts';
import type { TeamDeps } from './deps.ts';
import { lockTeam, namedMember } from './team-store.ts';

/** Gives members the role that the provider of their account states. Owners keep theirs. */
export function followsProvider(services: Pick<TeamDeps, 'db' | 'clock' | 'plans'>): ChangesRole {
  return ({ accountId, userId, ip }, role) =>
    inTransaction(services.db, async (tx) => {
      const { members } = await lockTeam(tx, accountId, services);
      const from = members.find(({ id }) => id === userId)?.role;
      if (from === undefined || from === 'owner' || from === role) return;
      const now = await setRole(tx, services, { accountId, userId }, role);
      const detail = `${await namedMember(tx, { accountId, userId })}: ${from} → ${role} (single sign-on)`;
      await recordAccountEvent(tx, accountId, { type: 'member_role_changed', ip, detail }, now);
    });
}
