import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import type { MailDeps } from './deps.ts';
import { asks } from './is-outdated.ts';
import { refuseByChoice } from '../../records/mail-choice-store.ts';
import { nextMailSlot, readMailLimits } from './mail-limit-store.ts';
import type { MailRow } from './mail-store.ts';

/** Delay before a paused account's email is checked again, in ms. */
export const pausedFor = 6 * 3_600_000;

/**
 * Returns true if the account was paused after the email was queued (S-15). Emails about the end of a
 * document are still sent to invited recipients, and so are codes, which the reader requests.
 */
export async function isPaused(db: Kysely<Schema>, row: MailRow, now: number): Promise<boolean> {
  if (row.recipient_id === null || row.kind === 'code' || !asks.has(row.kind)) return false;
  return (await refuseByChoice(db, row.account_id, [], now)) !== undefined;
}

/**
 * Postpones an email that may not be sent now. Invitations are queued after the account's waiting ones, so
 * that the end of a pause causes no burst.
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
    // If this job runs twice only one job is queued, and so one email is sent.
    const once = { startAfterMs: due - now, singletonKey: mailId };
    await jobs.enqueue(tx, 'send-mail', { accountId, mailId }, once);
  });
}
