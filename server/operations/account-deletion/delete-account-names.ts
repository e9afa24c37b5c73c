import { sql } from 'kysely';
import { DAYS_NAMES_REMAIN } from '#core/account/closure.ts';
import { embeddedIssuer } from '../../accounts/identity-provider/end-sign-ins.ts';
import { deleteIdentity } from '../../accounts/identity-provider/remove-identity.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import type { AccountDeletionDeps } from './deps.ts';

type Parts = Pick<AccountDeletionDeps, 'db' | 'clock'>;

/**
 * Deletes the remaining names and addresses of accounts that were closed `DAYS_NAMES_REMAIN` days ago: those
 * of members, the audit trail, API keys and emails. Documents and their audit trails remain for the people
 * who signed them (decision 0031). May run on several instances and be interrupted.
 */
export async function deleteNamesOfClosedAccounts(services: Parts): Promise<void> {
  const until = new Date(services.clock() - DAYS_NAMES_REMAIN * 86_400_000);
  const due = await services.db
    .selectFrom('accounts')
    .select('id')
    .where('closed_at', '<=', until)
    .where('names_deleted_at', 'is', null)
    .orderBy('closed_at')
    .limit(100)
    .execute();
  for (const { id } of due) await inTransaction(services.db, (tx) => forget(tx, id, services.clock()));
}

async function forget(tx: Tx, accountId: string, now: number): Promise<void> {
  const marked = await tx
    .updateTable('accounts')
    .set({ names_deleted_at: new Date(now), name: '' })
    .where('id', '=', accountId)
    .where('closed_at', 'is not', null)
    .where('names_deleted_at', 'is', null)
    .executeTakeFirst();
  if (marked.numUpdatedRows === 0n) return;
  const people = await tx
    .selectFrom('users')
    .select('subject')
    .where('account_id', '=', accountId)
    .where('issuer', '=', embeddedIssuer)
    .execute();
  await deleteMemberNames(tx, accountId);
  for (const table of ['account_events', 'identity_mails', 'mail_blocks', 'mail_reports'] as const)
    await tx
      .deleteFrom(table as 'mail_blocks')
      .where('account_id', '=', accountId)
      .execute();
  // Emails to recipients belong to their documents and remain.
  await tx
    .updateTable('mails')
    .set({ to_name: '', to_address: '', reply: null })
    .where('account_id', '=', accountId)
    .where('recipient_id', 'is', null)
    .execute();
  const unnamed = { name: '', email: '' };
  await tx.updateTable('support_messages').set(unnamed).where('account_id', '=', accountId).execute();
  const noAddress = { requested_ip: null };
  await tx.updateTable('subscriptions').set(noAddress).where('account_id', '=', accountId).execute();
  for (const { subject } of people) await erasePersonData(tx, subject);
}

/** The rows remain, because documents refer to them. */
async function deleteMemberNames(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      email: '',
      first_name: '',
      last_name: '',
      email_confirmed_at: null,
      email_confirmed_by: null,
      issuer: 'forgotten',
      subject: sql<string>`id::text`,
      sign_on_issuer: null,
      sign_on_subject: null,
    })
    .where('account_id', '=', accountId)
    .execute();
  await tx
    .updateTable('api_keys')
    .set({ name: '', last_used_ip: null })
    .where('account_id', '=', accountId)
    .execute();
}

/** Deletes a person's sign-in if they belong to no other account that is open or whose data remains. */
async function erasePersonData(tx: Tx, identityId: string): Promise<void> {
  const elsewhere = await tx
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select('users.id')
    .where('users.issuer', '=', embeddedIssuer)
    .where('users.subject', '=', identityId)
    .where(({ or, eb }) => or([eb('users.removed_at', 'is', null), eb('accounts.closed_at', 'is not', null)]))
    .limit(1)
    .executeTakeFirst();
  if (!elsewhere) await deleteIdentity(tx, identityId);
}
