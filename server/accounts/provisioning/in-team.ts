import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { isScimFault } from '#core/scim/fault.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { lockTeam, type Team } from '../team/team-store.ts';
import type { ProvisioningDeps } from './deps.ts';
import type { Directory } from './directory.ts';

/** Runs a directory's change in a transaction that has locked the team. A refusal rolls it back. */
export async function inTeamOf<T>(
  services: Pick<ProvisioningDeps, 'db' | 'clock' | 'plans'>,
  { user }: Directory,
  act: (tx: Tx, team: Team) => Promise<T>,
): Promise<T | Refusal> {
  try {
    return await inTransaction(services.db, async (tx) => {
      const team = await lockTeam(tx, user.accountId, services);
      // Checked again, because the owner may have been demoted since the request began.
      if (!team.members.some(({ id, role }) => id === user.userId && role === 'owner')) return noOwner;
      const outcome = await act(tx, team);
      if (isRefusal(outcome) || isScimFault(outcome)) throw new UndoneError(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof UndoneError) return error.outcome as T;
    throw error;
  }
}

class UndoneError extends Error {
  override name = 'UndoneError';
  readonly outcome: unknown;
  constructor(outcome: unknown) {
    super('refused');
    this.outcome = outcome;
  }
}

const noOwner = refuse('not-permitted', 'The creator of this provisioning token is no owner any more.');
