import type { Kysely } from 'kysely';
import type { Schema } from '../foundation/db/schema.ts';
import { isHandedOver, type Delivery } from '../ports/mailer.ts';

/**
 * Records the result of a delivery attempt for an email that is not about a document. Once an email is
 * delivered, a slower attempt cannot overwrite that. `now` is ms UTC.
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
