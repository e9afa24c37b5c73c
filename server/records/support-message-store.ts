import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Schema, SupportMessagesTable } from '../db/schema.ts';
import type { Tx } from '../db/transaction.ts';
import { isHandedOver, type Delivery } from '../ports/mailer.ts';

export type SupportMessageRow = Selectable<SupportMessagesTable>;

export async function insertSupportMessage(tx: Tx, row: Insertable<SupportMessagesTable>): Promise<void> {
  await tx.insertInto('support_messages').values(row).execute();
}

export async function findSupportMessage(
  db: Kysely<Schema>,
  id: string,
): Promise<SupportMessageRow | undefined> {
  return db.selectFrom('support_messages').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Notes what a try came to. What was handed over is final and is never taken back by a slower try. */
export async function saveSupportDelivery(
  db: Kysely<Schema>,
  id: string,
  delivery: Delivery,
  now: number,
): Promise<void> {
  await db
    .updateTable('support_messages')
    .set((row) => ({
      state: delivery.state,
      reply: delivery.reply.slice(0, 300),
      attempts: row('attempts', '+', 1),
      accepted_at: isHandedOver(delivery.state) ? new Date(now) : null,
    }))
    .where('id', '=', id)
    .where('state', 'not in', ['accepted', 'written'])
    .execute();
}
