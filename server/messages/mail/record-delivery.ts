import { isSamePerson } from '#core/document/manage.ts';
import type { Clock } from '../../ports/clock.ts';
import { actionableKinds } from '../../records/mail-choice-store.ts';
import { findSender } from '../../records/sender-store.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { lockEvenInBin, saveDeliveryTo } from '../../records/document-store.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import { isHandedOver, type Delivery } from '../../ports/mailer.ts';
import { queueDigestNotice } from '../../records/notifications/notice-store.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import {
  isLatestRequest,
  queueNews,
  requeueEndings,
  saveDelivery,
  saveReport,
  type MailRow,
  type Noted,
} from './mail-store.ts';

/** The email was not sent, because its recipient blocked the account. */
export type NotSent = { state: 'blocked'; reply: string };

/**
 * Records the result of an email in its row, for the recipient and in the audit trail. `sent` always means
 * that a server accepted it (L-20). `reported` means a later report instead of the response to an attempt.
 * Recording the same result twice changes nothing. Returns true if something was recorded.
 */
export async function recordDelivery(
  tx: Tx,
  { clock, jobs }: { clock: Clock; jobs: JobQueue },
  mail: Pick<MailRow, 'account_id' | 'id' | 'document_id' | 'recipient_id' | 'kind' | 'to_address'>,
  delivery: Delivery | NotSent,
  { reported = false } = {},
): Promise<boolean> {
  const now = clock();
  // Every action locks the document first. Any other order could cause a deadlock.
  const document = await lockEvenInBin(tx, mail.account_id, mail.document_id);
  // If the person was erased while the email was being sent, the result must not contain their address again.
  const erased = await isToNobody(tx, mail);
  const reply = erased ? '' : delivery.reply.slice(0, 300);
  const save = reported ? saveReport : saveDelivery;
  const noted = { state: delivery.state, reply, ...judged(delivery) };
  const before = await save(tx, mail, noted, now);
  if (before === undefined || !document || erased) return false;
  // A late result for an older email does not affect the newer one.
  if (await isLatestRequest(tx, mail))
    await saveDeliveryTo(tx, document, mail.to_address, delivery.state, reply);
  const hasArrived = isHandedOver(delivery.state) && actionableKinds.some((kind) => kind === mail.kind);
  if (hasArrived && mail.recipient_id !== null) await requeueEndings(tx, jobs, mail);
  if (delivery.state === 'deferred' && document.deletedAt === null) await recordDelay(tx, mail, now);
  if (before === delivery.state) return false; // one event per outage instead of hundreds
  // The part now belongs to another address, so no one has to correct anything.
  const isNoNews = !(await isStillTheirs(tx, mail));
  const eventSeq = await appendEvents(tx, { accountId: mail.account_id, documentId: mail.document_id }, now, [
    {
      type: `mail_${delivery.state}`,
      actor: { kind: 'system', id: null },
      data: { mail: mail.kind, mailId: mail.id, recipientId: mail.recipient_id, reported },
      // A mail server's reply is for the sender only, but all parties can read the trail.
      personal: { recipientEmail: mail.to_address },
      isNoNews,
    },
  ]);
  // The sender cannot be emailed that an email to the sender bounced.
  if (delivery.state !== 'bounced' || mail.recipient_id === null || isNoNews) return true;
  if (document.deletedAt !== null) return true;
  const sender = await findSender(tx, document);
  await queueNews(tx, jobs, { document, kind: 'undelivered', recipients: [], sender, eventSeq }, now);
  return true;
}

/**
 * Milliseconds after which the sender is notified of a delayed email. Until then, only the document's page
 * shows the delay.
 */
const noticedAfter = 86_400_000;

/** Notifies the sender, once, that an email to a recipient has been waiting for long. */
async function recordDelay(
  tx: Tx,
  mail: Pick<MailRow, 'account_id' | 'id' | 'document_id' | 'recipient_id' | 'to_address'>,
  now: number,
): Promise<void> {
  if (mail.recipient_id === null || !(await isStillTheirs(tx, mail))) return;
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set({ delay_recorded_at: new Date(now) })
    .where('account_id', '=', mail.account_id)
    .where('id', '=', mail.id)
    .where('due_at', '<', new Date(now - noticedAfter))
    .where('delay_recorded_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await queueDigestNotice(
    tx,
    { accountId: mail.account_id, documentId: mail.document_id },
    'delivery-delayed',
    now,
  );
}

/** Returns whether the result counts as an attempt, and what was permanently refused. */
function judged(delivery: Delivery | NotSent): Pick<Noted, 'isNoTry' | 'refused'> {
  if (delivery.state === 'deferred') return { isNoTry: delivery.trouble !== undefined, refused: null };
  return { refused: delivery.state === 'bounced' ? (delivery.about ?? 'recipient') : null };
}

async function isToNobody(tx: Tx, mail: Pick<MailRow, 'account_id' | 'id'>): Promise<boolean> {
  const row = await tx
    .selectFrom('mails')
    .select('to_address')
    .where('account_id', '=', mail.account_id)
    .where('id', '=', mail.id)
    .executeTakeFirst();
  return row?.to_address === '';
}

/**
 * Returns true if the email went to the recipient's current address. An email to the sender always concerns
 * the current owner.
 */
async function isStillTheirs(
  tx: Tx,
  mail: Pick<MailRow, 'account_id' | 'document_id' | 'recipient_id' | 'to_address'>,
): Promise<boolean> {
  if (mail.recipient_id === null) return true;
  const recipient = await tx
    .selectFrom('recipients')
    .select('email')
    .where('account_id', '=', mail.account_id)
    .where('document_id', '=', mail.document_id)
    .where('id', '=', mail.recipient_id)
    .executeTakeFirst();
  return recipient !== undefined && isSamePerson(recipient, { email: mail.to_address });
}
