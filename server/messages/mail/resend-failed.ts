import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { mailJobs } from '../../foundation/jobs/jobs.ts';
import type { MailDeps } from './deps.ts';
import { clearPause } from './mail-problem-store.ts';

/** Emails older than this (in milliseconds) are no longer relevant. */
const lately = 30 * 86_400_000;

type Parts = Pick<MailDeps, 'db' | 'jobs' | 'clock'>;

/**
 * Resends every email of the last 30 days that no mail server accepted, and retries waiting ones now, after
 * the operator has fixed the mail server. Returns how many emails had been given up. Bounced emails are not
 * resent, since their addresses are wrong.
 */
export async function resendFailed(parts: Parts): Promise<number> {
  await clearPause(parts.db);
  const count = await inTransaction(parts.db, async (tx) => {
    const since = new Date(parts.clock() - lately);
    const mails = await failedMails(tx, since);
    for (const { account_id: accountId, id: mailId } of mails)
      await parts.jobs.enqueue(tx, 'send-mail', { accountId, mailId }, { singletonKey: mailId });
    const identityMails = await failedIdentityMails(tx, since);
    for (const { id: mailId } of identityMails)
      await parts.jobs.enqueue(tx, 'send-identity-mail', { mailId }, { singletonKey: mailId });
    return mails.length + identityMails.length;
  });
  await parts.jobs.hasten(mailJobs);
  return count;
}

function failedMails(tx: Kysely<Schema>, since: Date): Promise<{ account_id: string; id: string }[]> {
  return tx
    .updateTable('mails')
    .set({ state: 'queued', refused: null, reply: null, attempts: 0 })
    .where('state', '=', 'bounced')
    .where('accepted_at', 'is', null)
    .where('created_at', '>', since)
    .returning(['account_id', 'id'])
    .execute();
}

function failedIdentityMails(tx: Tx, since: Date): Promise<{ id: string }[]> {
  return tx
    .updateTable('identity_mails')
    .set({ state: 'queued', reply: null, attempts: 0 })
    .where('state', '=', 'bounced')
    .where('accepted_at', 'is', null)
    .where('created_at', '>', since)
    .returning('id')
    .execute();
}
