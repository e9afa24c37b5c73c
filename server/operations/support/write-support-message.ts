import { blankToEmpty } from '#core/language/visible.ts';
import type { SupportMessageBody } from '#contract/operations/support.ts';
import { mailAddress } from '#core/recipient/mail-address.ts';
import type { PlanName } from '#core/plan/plans.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { hasPriority, replyDueAt } from '#core/support/promise.ts';
import { MAX_SUPPORT_MESSAGE, MAX_SUPPORT_NAME } from '#core/support/support.ts';
import { newId } from '../../foundation/db/new-id.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { insertSupportMessage } from '../../records/support-store.ts';
import type { SupportDeps } from './deps.ts';

/** The signed-in member, if any. */
export type Writer = { accountId: string; userId: string };
/** A member, with the facts that determine the priority. */
type Asker = Writer & { plan: PlanName; role: string };

/** Stores a message and queues its email, both or neither. Returns its id. */
export async function writeSupportMessage(
  { db, jobs, clock, plans, config }: SupportDeps,
  body: SupportMessageBody,
  writer: Asker | undefined,
): Promise<{ id: string } | Refusal> {
  const written = checkMessage(body);
  if (isRefusal(written)) return written;
  const now = clock();
  const id = newId(now);
  const plan = plans === 'on' ? (writer?.plan ?? null) : null;
  const dueAt = replyDueAt(now, config.supportReplyHours);
  await inTransaction(db, async (tx) => {
    await insertSupportMessage(tx, {
      id,
      account_id: writer?.accountId ?? null,
      user_id: writer?.userId ?? null,
      ...written,
      plan,
      role: writer?.role ?? null,
      priority: hasPriority(plan),
      due_at: dueAt === null ? null : new Date(dueAt),
      waiting_since: new Date(now),
      created_at: new Date(now),
    });
    await jobs.enqueue(tx, 'send-support-message', { messageId: id });
  });
  return { id };
}

function checkMessage(body: SupportMessageBody): SupportMessageBody | Refusal {
  const name = blankToEmpty(body.name.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim());
  const email = mailAddress(body.email);
  const message = checkSupportText(body.message);
  if (name === '' || name.length > MAX_SUPPORT_NAME) return invalid('Enter your name.');
  if (email === undefined) return invalid('Enter an email address that we can reply to.');
  if (isRefusal(message)) return message;
  return { name, email, topic: body.topic, message };
}

/** Validates the text of a message or a follow-up. */
export function checkSupportText(typed: string): string | Refusal {
  // The only character that the database cannot store.
  const message = typed.replaceAll('\u0000', '').trim();
  if (message === '') return invalid('Write a message.');
  if (message.length <= MAX_SUPPORT_MESSAGE) return message;
  return invalid(`Keep the message below ${MAX_SUPPORT_MESSAGE} characters.`);
}

const invalid = (detail: string): Refusal => refuse('support-message-invalid', detail);
