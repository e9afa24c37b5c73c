import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import type { MailDeps } from './deps.ts';
import { asks } from './is-outdated.ts';
import { refuseByChoice } from '../../records/mail-choice-store.ts';
import { nextMailSlot, readMailLimits } from './mail-limit-store.ts';
import type { MailRow } from './mail-store.ts';

/** Milliseconds after which the email of a paused account is checked again. */
export const pausedFor = 6 * 3_600_000;

/**
 * Returns true if the account was paused after the email was queued (S-15). Two kinds of email are still
 * sent: those about the end of a document, to recipients who were invited, and codes, which the reader has
 * requested.
 */
export async function isPaused(db: Kysely<Schema>, row: MailRow, now: number): Promise<boolean> {
  if (row.recipient_id === null || row.kind === 'code' || !asks.has(row.kind)) return false;
  return (await refuseByChoice(db, row.account_id, [], now)) !== undefined;
}

/**
 * Postpones an email that may not be sent now. Invitations are queued behind the account's other waiting
 * ones, so that the end of a pause causes no burst.
 */
export async function deferMail(services: MailDeps, row: MailRow): Promise<void> {
  const { db, jobs } = services;
  const { account_id: accountId, id: mailId, to_address: address } = row;
  await inTransaction(db, async (tx) => {
    const now = services.clock();
    const limits = row.kind === 'invitation' ? await readMailLimits(tx, accountId, services) : undefined;
    const due = await nextMailSlot(tx, { accountId, address, limits }, services, now + pausedFor);
    await tx
      .updateTable('mails')
      .set({ due_at: new Date(due) })
      .where('account_id', '=', accountId)
      .where('id', '=', mailId)
      .execute();
    // If this job runs twice, only one new job is queued, so only one email is sent.
    const once = { startAfterMs: due - now, singletonKey: mailId };
    await jobs.enqueue(tx, 'send-mail', { accountId, mailId }, once);
  });
}
