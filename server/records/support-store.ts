import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Schema, SupportMessagesTable, SupportRepliesTable } from '../foundation/db/schema.ts';
import type { Tx } from '../foundation/db/transaction.ts';

export type SupportMessageRow = Selectable<SupportMessagesTable>;
export type SupportReplyRow = Selectable<SupportRepliesTable>;

export async function insertSupportMessage(tx: Tx, row: Insertable<SupportMessagesTable>): Promise<void> {
  await tx.insertInto('support_messages').values(row).execute();
}

export async function findSupportMessage(
  db: Kysely<Schema>,
  id: string,
): Promise<SupportMessageRow | undefined> {
  return db.selectFrom('support_messages').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks the message until the transaction ends, so that replying and closing happen one after the other. */
export async function lockSupportMessage(tx: Tx, id: string): Promise<SupportMessageRow | undefined> {
  return tx.selectFrom('support_messages').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function saveSupportMessage(
  tx: Tx,
  id: string,
  columns: Partial<Pick<SupportMessageRow, 'waiting_since' | 'closed_at' | 'due_at'>>,
): Promise<void> {
  await tx.updateTable('support_messages').set(columns).where('id', '=', id).execute();
}

export async function insertSupportReply(tx: Tx, row: Insertable<SupportRepliesTable>): Promise<void> {
  await tx.insertInto('support_replies').values(row).execute();
}

/** Returns the replies in chronological order, each with its author's address. */
export async function repliesTo(
  db: Kysely<Schema>,
  messageIds: readonly string[],
): Promise<(SupportReplyRow & { email: string })[]> {
  if (messageIds.length === 0) return [];
  return db
    .selectFrom('support_replies')
    .innerJoin('users', (join) =>
      join
        .onRef('users.account_id', '=', 'support_replies.account_id')
        .onRef('users.id', '=', 'support_replies.user_id'),
    )
    .selectAll('support_replies')
    .select('users.email')
    .where('message_id', 'in', [...messageIds])
    .orderBy('support_replies.created_at')
    .orderBy('support_replies.id')
    .execute();
}

export async function findSupportReply(db: Kysely<Schema>, id: string): Promise<SupportReplyRow | undefined> {
  return db.selectFrom('support_replies').selectAll().where('id', '=', id).executeTakeFirst();
}
