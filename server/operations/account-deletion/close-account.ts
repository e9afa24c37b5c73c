import { closedReason } from '#core/account/closure.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { binInTransaction } from '../../documents/library/bin-documents.ts';
import { purgeBin } from '../../documents/library/purge-documents.ts';
import { voidInTransaction } from '../../documents/sending/end-document.ts';
import { removeRowsOf } from '../../records/stored-files/rows-of-account.ts';
import { repeat } from '../../foundation/jobs/repeat.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import type { Owner } from '../../records/owner.ts';
import { confirmedBy } from '../../records/sender-store.ts';
import type { AccountDeletionDeps } from './deps.ts';
import { endMembership } from '../../accounts/team/change-member.ts';
import { deleteNamesOfClosedAccounts } from './delete-account-names.ts';
import { notifyTeam } from './notify-team.ts';

/** Documents read per transaction. */
const batch = 100;

/**
 * Closes an account whose waiting period has ended. Voids documents that are out for signature and notifies
 * their recipients. Purges documents like the bin does, so that audit trails, and the files of signed
 * documents, remain for those who rely on them (docs/decisions/0031-account-deletion.md). Deletes everything
 * else, so no members remain. May be killed or run twice, since each step continues where it was interrupted.
 */
async function closeAccount(services: AccountDeletionDeps, accountId: string): Promise<boolean> {
  const owner = await askerOf(services, accountId);
  if (!owner) return false;
  await voidSentDocuments(services, owner);
  if (await isSealing(services, accountId)) return false;
  await binEverything(services, owner);
  await purgeBin(services, accountId);
  return inTransaction(services.db, (tx) => end(tx, services, owner));
}

/** Returns the member who requested closing the account; undefined if it is not due. */
async function askerOf({ db, clock }: AccountDeletionDeps, accountId: string): Promise<Owner | undefined> {
  const row = await db
    .selectFrom('accounts')
    .innerJoin('users', (join) =>
      join
        .onRef('users.account_id', '=', 'accounts.id')
        .onRef('users.id', '=', 'accounts.closure_requested_by'),
    )
    .select(['users.id', 'email', 'first_name', 'last_name', 'email_confirmed_at', 'email_confirmed_by'])
    .where('accounts.id', '=', accountId)
    .where('closes_at', '<=', new Date(clock()))
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return (
    row && {
      accountId,
      userId: row.id,
      email: row.email,
      from: null,
      name: `${row.first_name} ${row.last_name}`.trim(),
      confirmedAt: row.email_confirmed_at?.getTime() ?? null,
      confirmedBy: confirmedBy(row),
    }
  );
}

async function voidSentDocuments(services: AccountDeletionDeps, owner: Owner): Promise<void> {
  const out = await services.db
    .selectFrom('documents')
    .select('id')
    .where('account_id', '=', owner.accountId)
    .where('status', 'in', ['sent', 'sealing'])
    .execute();
  // If its status has changed, or it is waiting for its seal, the document is refused and stays unchanged.
  for (const { id } of out)
    await inTransaction(services.db, (tx) => voidInTransaction(tx, services, owner, id, closedReason));
}

async function isSealing({ db }: AccountDeletionDeps, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('documents')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', 'in', ['sent', 'sealing'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function binEverything(services: AccountDeletionDeps, owner: Owner): Promise<void> {
  for (;;) {
    const rows = await services.db
      .selectFrom('documents')
      .select('id')
      .where('account_id', '=', owner.accountId)
      .where('deleted_at', 'is', null)
      .limit(batch)
      .execute();
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    const { refused } = await inTransaction(services.db, (tx) => binInTransaction(tx, services, owner, ids));
    if (refused.length > 0) throw new Error(`A document of ${owner.accountId} cannot be deleted.`);
  }
}

async function end(tx: Tx, services: AccountDeletionDeps, owner: Owner): Promise<boolean> {
  const { accountId } = owner;
  const now = services.clock();
  const closed = await tx
    .updateTable('accounts')
    .set({ closed_at: new Date(now) })
    .where('id', '=', accountId)
    .where('closes_at', '<=', new Date(now))
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (closed.numUpdatedRows !== 1n) return false;
  const [firstName, lastName] = [owner.name, ''];
  await notifyTeam(tx, services, { ...owner, firstName, lastName }, { kind: 'account-closed' });
  await removeRowsOf(tx, services.jobs, accountId);
  await recordAccountEvent(tx, accountId, { type: 'account_closed', userId: owner.userId }, now);
  const people = await tx.selectFrom('users').select('id').where('account_id', '=', accountId).execute();
  for (const { id: userId } of people) await endMembership(tx, { accountId, userId }, now);
  await tx.deleteFrom('sessions').where('account_id', '=', accountId).execute();
  // An owner may have bought or renewed a plan at the provider since the closing was requested.
  await services.jobs.enqueue(tx, 'end-subscription', { accountId });
  return true;
}

/** Closes every account that is due. An account that cannot be closed yet does not block the others. */
export async function closeDueAccounts(services: AccountDeletionDeps): Promise<void> {
  const due = await services.db
    .selectFrom('accounts')
    .select('id')
    .where('closes_at', '<=', new Date(services.clock()))
    .where('closed_at', 'is', null)
    .execute();
  const problems: unknown[] = [];
  for (const { id } of due) await closeAccount(services, id).catch((error: unknown) => problems.push(error));
  if (problems.length > 0) throw problems[0];
}

export function watchClosing(services: AccountDeletionDeps): { stop(): Promise<void> } {
  const act = async (): Promise<void> => {
    await closeDueAccounts(services);
    await deleteNamesOfClosedAccounts(services);
  };
  return repeat({ name: 'accounts to close', everyMs: 3_600_000, act });
}
