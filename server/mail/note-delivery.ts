import { isSamePerson } from '#core/document/manage.ts';
import type { Clock } from '../ports/clock.ts';
import { findSender } from '../records/sender-store.ts';
import type { Tx } from '../db/transaction.ts';
import { lockEvenInBin, saveDeliveryTo } from '../records/document-store.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { isHandedOver, type Delivery } from '../ports/mailer.ts';
import { appendEvents } from '../trail/append-event.ts';
import {
  askingKinds,
  isNewestAsk,
  queueNews,
  requeueEndings,
  saveDelivery,
  saveReport,
  type MailRow,
  type Noted,
} from './mail-store.ts';

/** Kept back: its reader wants no mails of this account. */
export type NotSent = { state: 'blocked'; reply: string };

/**
 * Notes what became of a mail: on the mail, on the recipient and in the trail. `sent` is only ever what a server
 * accepted (L-20). `reported`: not the answer to a try, but a report that came back later. Told the same twice it
 * notes it once; answers whether there was anything to note.
 */
export async function noteDelivery(
  tx: Tx,
  { clock, jobs }: { clock: Clock; jobs: JobQueue },
  mail: Pick<MailRow, 'account_id' | 'id' | 'document_id' | 'recipient_id' | 'kind' | 'to_address'>,
  delivery: Delivery | NotSent,
  { reported = false } = {},
): Promise<boolean> {
  const now = clock();
  // The document's lock comes first in every act; without it this one could wait for itself.
  const document = await lockEvenInBin(tx, mail.account_id, mail.document_id);
  // Whoever was erased while it was on its way is not named again by what came of it.
  const erased = await isToNobody(tx, mail);
  const reply = erased ? '' : delivery.reply.slice(0, 300);
  const save = reported ? saveReport : saveDelivery;
  const noted = { state: delivery.state, reply, ...judged(delivery) };
  const before = await save(tx, mail, noted, now);
  if (before === undefined || !document || erased) return false;
  // A slower answer about an older mail says nothing about the one that was sent after it.
  if (await isNewestAsk(tx, mail)) await saveDeliveryTo(tx, document, mail.to_address, delivery.state, reply);
  const hasArrived = isHandedOver(delivery.state) && askingKinds.some((kind) => kind === mail.kind);
  if (hasArrived && mail.recipient_id !== null) await requeueEndings(tx, jobs, mail);
  if (before === delivery.state) return false; // an outage of a night is one event, not hundreds
  // Whose part it is now has another address: it says nothing about them, and there is nothing to mend.
  const isNoNews = !(await isStillTheirs(tx, mail));
  const eventSeq = await appendEvents(tx, { accountId: mail.account_id, documentId: mail.document_id }, now, [
    {
      type: `mail_${delivery.state}`,
      actor: { kind: 'system', id: null },
      data: { mail: mail.kind, mailId: mail.id, recipientId: mail.recipient_id, reported },
      // The reply of a mail server is between it and the sender: everybody else in the document reads the trail.
      personal: { recipientEmail: mail.to_address },
      isNoNews,
    },
  ]);
  // Of a mail to the sender that was refused no mail can tell them.
  if (delivery.state !== 'bounced' || mail.recipient_id === null || isNoNews) return true;
  if (document.deletedAt !== null) return true;
  const sender = await findSender(tx, document);
  await queueNews(tx, jobs, { document, kind: 'undelivered', recipients: [], sender, eventSeq }, now);
  return true;
}

/** Whether a try was one at all, and what was refused for good. */
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

/** Whether a mail went to the address that its recipient still has; one to the sender is always to whose it is. */
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
