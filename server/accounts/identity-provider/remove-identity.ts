import { sql, type Kysely } from 'kysely';
import { daysInBin } from '#core/document/bin.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { removeRowsOf } from '../../records/stored-files/rows-of-account.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import { embeddedIssuer, endSignIns } from './end-sign-ins.ts';
import { hasActiveSubscription } from './still-paying.ts';

/**
 * Hours after which people who have not confirmed their address and pay nothing are deleted with their
 * drafts.
 */
export const hoursToConfirm = 48;

/** Dependencies for deleting a person. */
export type Removing = { clock: Clock; jobs: Pick<JobQueue, 'enqueue'> };

/**
 * Frees an address for the person who has just proved access to its mailbox. Everyone else who signed up with
 * the address is deleted with their password, sessions, second factor, passkeys and drafts. The owner gets
 * none of that, because it may have been planted.
 */
export async function deleteUnconfirmedHolders(
  services: Removing,
  tx: Tx,
  address: string,
  owner: string,
): Promise<void> {
  const squatters = await tx
    .selectFrom('identities')
    .select('id')
    .where(sql`lower(email)`, '=', sql`lower(${address})`)
    .where('email_confirmed_at', 'is', null)
    .where('id', '!=', owner)
    .forUpdate()
    .execute();
  for (const { id } of squatters) await removeIdentity(services, tx, id);
}

/** Deletes people who did not confirm their address in time, at most a hundred per run. */
export async function removeUnconfirmed(services: Removing & { db: Kysely<Schema> }): Promise<void> {
  const { db, clock } = services;
  const late = await db
    .selectFrom('identities')
    .select('id')
    .where('email_confirmed_at', 'is', null)
    .where('expires_at', '<=', new Date(clock()))
    .where(({ not }) => not(hasActiveSubscription(clock())))
    .limit(100)
    .execute();
  for (const { id } of late) await removeLate(services, id);
}

/** Checks the condition again under a lock, because the person may be confirming or paying at this moment. */
function removeLate(services: Removing & { db: Kysely<Schema> }, id: string): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const late = await tx
      .selectFrom('identities')
      .select('id')
      .where('id', '=', id)
      .where('email_confirmed_at', 'is', null)
      .where(({ not }) => not(hasActiveSubscription(services.clock())))
      .forUpdate()
      .executeTakeFirst();
    if (late) await removeIdentity(services, tx, id);
  });
}

/**
 * Deletes a person, everything they can sign in with, and everything they created. The next cleanup of the
 * bin deletes their drafts.
 */
async function removeIdentity({ clock, jobs }: Removing, tx: Tx, identityId: string): Promise<void> {
  await deleteIdentity(tx, identityId);
  // People cannot join another account before confirming their address, so this account has no other members.
  const user = await tx
    .selectFrom('users')
    .select('account_id')
    .where('issuer', '=', embeddedIssuer)
    .where('subject', '=', identityId)
    .where('role', '=', 'owner')
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!user) return;
  if (!(await hasSent(tx, user.account_id))) await emptyAccount({ clock, jobs }, tx, user.account_id);
  // Cancels the subscription, because the deleted customer could no longer do so.
  await jobs.enqueue(tx, 'end-subscription', { accountId: user.account_id });
}

/** Deletes a person and everything they can sign in with. */
export async function deleteIdentity(tx: Tx, identityId: string): Promise<void> {
  await endSignIns(tx, identityId);
  await removeFactors(tx, identityId);
  await tx.deleteFrom('identity_mails').where('identity_id', '=', identityId).execute();
  await tx.deleteFrom('identities').where('id', '=', identityId).execute();
}

/** Deletes second factor, recovery codes and passkeys. */
export async function removeFactors(tx: Tx, identityId: string): Promise<void> {
  for (const table of ['identity_recovery_codes', 'identity_authenticators', 'identity_passkeys'] as const)
    await tx.deleteFrom(table).where('identity_id', '=', identityId).execute();
}

/**
 * Returns true if the account has sent documents. This is possible only for old accounts, since addresses
 * must now be confirmed before sending. Their documents remain without the sender.
 */
async function hasSent(tx: Tx, accountId: string): Promise<boolean> {
  const sent = await tx
    .selectFrom('documents')
    .select('id')
    .where('account_id', '=', accountId)
    .where('sent_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return sent !== undefined;
}

/** Backdates the drafts in the bin, so that the bin's job deletes them and releases their files. */
async function emptyAccount({ clock, jobs }: Removing, tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('documents')
    .set({ deleted_at: new Date(clock() - daysInBin * 86_400_000) })
    .where('account_id', '=', accountId)
    .where('purged_at', 'is', null)
    .execute();
  await removeRowsOf(tx, jobs, accountId);
  await tx.deleteFrom('account_events').where('account_id', '=', accountId).execute();
  const unconfirmed = { email_confirmed_at: null, email_confirmed_by: null };
  const emptyPerson = { email: '', first_name: '', last_name: '', ...unconfirmed };
  await tx.updateTable('users').set(emptyPerson).where('account_id', '=', accountId).execute();
}
