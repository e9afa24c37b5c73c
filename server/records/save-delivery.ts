import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { isHandedOver, type Delivery } from '../ports/mailer.ts';

/**
 * Notes what a try came to, of a mail that is about no document. What was handed over is final and is never taken back
 * by a slower try. `now` is ms UTC.
 */
export async function saveDelivery(
  db: Kysely<Schema>,
  table: 'identity_mails' | 'support_messages' | 'support_replies',
  id: string,
  delivery: Delivery,
  now: number,
): Promise<void> {
  await db
    .updateTable(table)
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
