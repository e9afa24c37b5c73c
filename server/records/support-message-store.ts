import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Schema, SupportMessagesTable } from '../foundation/db/schema.ts';
import type { Tx } from '../foundation/db/transaction.ts';

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
