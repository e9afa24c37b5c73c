import { replyDueAt } from '#core/support/promise.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { newId } from '../../foundation/db/new-id.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { insertSupportReply, lockSupportMessage, saveSupportMessage } from '../../records/support-store.ts';
import type { OperatorDeps } from './deps.ts';
import { checkSupportText } from '../support/write-support-message.ts';

type Operator = { accountId: string; userId: string };

export const noSuchMessage: Refusal = refuse('not-found', 'This message does not exist.');

/**
 * Stores a reply and queues its email, both or neither. The message stops waiting until its writer writes
 * again.
 */
export async function answerSupport(
  tx: Tx,
  { clock, jobs }: Pick<OperatorDeps, 'clock' | 'jobs'>,
  operator: Operator,
  messageId: string,
  typed: string,
): Promise<Refusal | undefined> {
  const body = checkSupportText(typed);
  if (isRefusal(body)) return body;
  if (!(await lockSupportMessage(tx, messageId))) return noSuchMessage;
  const now = clock();
  const id = newId(now);
  await insertSupportReply(tx, {
    message_id: messageId,
    id,
    author: 'operator',
    body,
    created_at: new Date(now),
    account_id: operator.accountId,
    user_id: operator.userId,
  });
  await saveSupportMessage(tx, messageId, { waiting_since: null });
  await jobs.enqueue(tx, 'send-support-reply', { replyId: id });
  return undefined;
}

/** Closes a message, so that it stops waiting, or reopens it. */
export async function setSupportState(
  { db, clock, config }: Pick<OperatorDeps, 'db' | 'clock' | 'config'>,
  messageId: string,
  state: 'closed' | 'open',
): Promise<Refusal | undefined> {
  return inTransaction(db, async (tx) => {
    const message = await lockSupportMessage(tx, messageId);
    if (!message) return noSuchMessage;
    if ((message.closed_at !== null) === (state === 'closed')) return undefined;
    const now = clock();
    const dueAt = replyDueAt(now, config.supportReplyHours);
    await saveSupportMessage(
      tx,
      messageId,
      state === 'closed'
        ? { closed_at: new Date(now) }
        : { closed_at: null, waiting_since: new Date(now), due_at: dueAt === null ? null : new Date(dueAt) },
    );
    return undefined;
  });
}
