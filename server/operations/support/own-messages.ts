import type { Kysely } from 'kysely';
import type { MemberSupportMessage } from '#contract/operations/support.ts';
import { replyDueAt, supportState } from '#core/support/promise.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { newId } from '../../foundation/db/new-id.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import {
  insertSupportReply,
  lockSupportMessage,
  repliesTo,
  saveSupportMessage,
} from '../../records/support-store.ts';
import type { SupportDeps } from './deps.ts';
import { checkSupportText, type Writer } from './write-support-message.ts';

/** Maximum number of messages shown, newest first. */
const maxShown = 50;

/** Returns the messages that this member wrote while signed in, with the replies. */
export async function memberMessages(db: Kysely<Schema>, writer: Writer): Promise<MemberSupportMessage[]> {
  const rows = await db
    .selectFrom('support_messages')
    .selectAll()
    .where('account_id', '=', writer.accountId)
    .where('user_id', '=', writer.userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxShown)
    .execute();
  const replies = await repliesTo(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    topic: row.topic,
    message: row.message,
    createdAt: row.created_at.toISOString(),
    state: supportState({
      waitingSince: row.waiting_since?.getTime() ?? null,
      closedAt: row.closed_at?.getTime() ?? null,
    }),
    priority: row.priority,
    dueAt: row.due_at?.toISOString() ?? null,
    replies: replies
      .filter(({ message_id }) => message_id === row.id)
      .map((reply) => ({
        id: reply.id,
        author: reply.author as MemberSupportMessage['replies'][number]['author'],
        body: reply.body,
        createdAt: reply.created_at.toISOString(),
      })),
  }));
}

/** Adds text to one of the member's own messages, which reopens it, and emails the operator. */
export async function replyToOwn(
  { db, clock, jobs, config }: Pick<SupportDeps, 'db' | 'clock' | 'jobs' | 'config'>,
  writer: Writer,
  messageId: string,
  typed: string,
): Promise<Refusal | undefined> {
  const body = checkSupportText(typed);
  if (isRefusal(body)) return body;
  return inTransaction(db, async (tx) => {
    const message = await lockSupportMessage(tx, messageId);
    if (message?.account_id !== writer.accountId || message.user_id !== writer.userId) return noSuchMessage;
    const now = clock();
    const id = newId(now);
    await insertSupportReply(tx, {
      message_id: messageId,
      id,
      author: 'writer',
      body,
      created_at: new Date(now),
      account_id: writer.accountId,
      user_id: writer.userId,
    });
    const waits = message.closed_at === null && message.waiting_since !== null;
    // The response time first promised still applies while the message is waiting.
    if (!waits) {
      const dueAt = replyDueAt(now, config.supportReplyHours);
      await saveSupportMessage(tx, messageId, {
        waiting_since: new Date(now),
        closed_at: null,
        due_at: dueAt === null ? null : new Date(dueAt),
      });
    }
    await jobs.enqueue(tx, 'send-support-reply', { replyId: id });
    return undefined;
  });
}

export const noSuchMessage: Refusal = refuse('not-found', 'This message does not exist.');
