import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Services } from '../services.ts';
import { asks } from './is-outdated.ts';
import { refuseByChoice } from './mail-choice-store.ts';
import { nextMailSlot, readMailLimits } from './mail-limit-store.ts';
import type { MailRow } from './mail-store.ts';

/** When an account whose mail is paused is looked at again, in ms. */
export const pausedFor = 6 * 3_600_000;

/**
 * Whether the account has been paused since the mail was queued (S-15). How a document ended is told all the same, to those
 * who were asked already, and so is a code, which its reader asks for.
 */
export async function isPaused(db: Kysely<Schema>, row: MailRow, now: number): Promise<boolean> {
  if (row.recipient_id === null || row.kind === 'code' || !asks.has(row.kind)) return false;
  return (await refuseByChoice(db, row.account_id, [], now)) !== undefined;
}

/**
 * Puts a mail off that may not go out now. Invitations wait behind those of the account that wait already, so that the end of a
 * pause is no flood.
 */
export async function holdBack(services: Services, row: MailRow): Promise<void> {
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
    // Run twice, this job leaves one that waits, and so one mail.
    const once = { startAfterMs: due - now, singletonKey: mailId };
    await jobs.enqueue(tx, 'send-mail', { accountId, mailId }, once);
  });
}
