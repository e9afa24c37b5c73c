import type { Kysely } from 'kysely';
import { senderWhenSent } from '../../../records/sender-store.ts';
import { newId } from '../../../foundation/db/new-id.ts';
import type { Schema } from '../../../foundation/db/schema.ts';
import { inTransaction, type Tx } from '../../../foundation/db/transaction.ts';
import { lockEvenInBin, saveDeliveryTo } from '../../../records/document-store.ts';
import type { JobQueue } from '../../../foundation/jobs/job-queue.ts';
import { insertSupportMessage } from '../../../records/support-store.ts';
import { appendEvents } from '../../../records/trail/append-event.ts';
import type { MailDeps } from '../deps.ts';
import type { ChosenBy } from './choice-link.ts';
import { hasReported, isBlocked, saveBlock, saveMailReport } from '../../../records/mail-choice-store.ts';
import { oneLine, typed } from '../text/mail-facts.ts';
import { findMail, type MailRow } from '../mail-store.ts';

type Choosing = Pick<MailDeps, 'db' | 'jobs' | 'clock'>;

/** A recipient's choices about emails from an account to their address. */
export type Choices = {
  address: string;
  /** The sender as shown in the email. Links are removed from the name. */
  sender: { name: string; email: string };
  blocked: boolean;
  reported: boolean;
};

/** Returns undefined if the email was deleted or was sent to the sender. */
export async function readChoices({ db }: Choosing, by: ChosenBy): Promise<Choices | undefined> {
  const mail = await mailOfChoice(db, by);
  const sender = mail && (await senderOf(db, mail));
  if (!mail || !sender) return undefined;
  const choice = { accountId: by.accountId, address: mail.to_address };
  return {
    address: mail.to_address,
    sender,
    blocked: await isBlocked(db, choice),
    reported: await hasReported(db, choice),
  };
}

/** An email to an erased person has no owner. A choice made through it would apply to all erased people. */
async function mailOfChoice(db: Kysely<Schema>, by: ChosenBy): Promise<MailRow | undefined> {
  const mail = await findMail(db, by.accountId, by.mailId);
  return mail?.to_address === '' ? undefined : mail;
}

/**
 * Blocks this account's emails to this address, or allows them again. The document's page shows this to the
 * sender.
 */
export async function blockSender(services: Choosing, by: ChosenBy, wanted: boolean): Promise<void> {
  const now = services.clock();
  await inTransaction(services.db, async (tx) => {
    const mail = await mailOfChoice(tx, by);
    if (!mail || mail.recipient_id === null) return;
    const document = await lockEvenInBin(tx, mail.account_id, mail.document_id);
    const choice = { accountId: mail.account_id, address: mail.to_address };
    if (!(await saveBlock(tx, choice, wanted, now)) || !document) return;
    await saveDeliveryTo(tx, document, mail.to_address, wanted ? 'blocked' : mail.state, '');
    const key = { accountId: mail.account_id, documentId: mail.document_id };
    await appendEvents(tx, key, now, [
      {
        type: wanted ? 'sender_blocked' : 'sender_unblocked',
        actor: { kind: 'recipient', id: mail.recipient_id },
        data: { mailId: mail.id },
        personal: { actorEmail: mail.to_address },
      },
    ]);
  });
}

/** Maximum number of characters in a note. */
export const MAX_NOTE = 2000;

/** Stores a report and notifies the operator, once per address. Returns true if the report was new. */
export async function reportSender(services: Choosing, by: ChosenBy, note: string): Promise<boolean> {
  const now = services.clock();
  const cleanNote = note.replaceAll('\u0000', '').trim().slice(0, MAX_NOTE);
  return inTransaction(services.db, async (tx) => {
    const mail = await mailOfChoice(tx, by);
    const sender = mail && (await senderOf(tx, mail));
    if (!mail || !sender) return false;
    const choice = { accountId: mail.account_id, address: mail.to_address };
    if (!(await saveMailReport(tx, choice, { mailId: mail.id, note: cleanNote }, now))) return false;
    await notifyOperator(tx, services.jobs, mail, sender, cleanNote, now);
    return true;
  });
}

async function notifyOperator(
  tx: Tx,
  jobs: JobQueue,
  mail: MailRow,
  sender: Choices['sender'],
  note: string,
  now: number,
): Promise<void> {
  const id = newId(now);
  const facts = [
    `Account ${mail.account_id}, document ${mail.document_id}, mail ${mail.id} (${mail.kind}).`,
    `Sent by ${sender.name} <${sender.email}>.`,
  ];
  await insertSupportMessage(tx, {
    id,
    account_id: null,
    user_id: null,
    topic: 'abuse',
    created_at: new Date(now),
    // Reports are urgent, because the harm may be continuing.
    priority: true,
    waiting_since: new Date(now),
    due_at: null,
    name: oneLine(mail.to_name) || mail.to_address,
    email: mail.to_address,
    message: [...facts, ...(note === '' ? [] : ['', note])].join('\n'),
  });
  await jobs.enqueue(tx, 'send-support-message', { messageId: id });
}

async function senderOf(db: Kysely<Schema>, mail: MailRow): Promise<Choices['sender'] | undefined> {
  if (mail.recipient_id === null) return undefined;
  const document = await db
    .selectFrom('documents')
    .select(['account_id as accountId', 'id', 'created_by as createdBy'])
    .where('account_id', '=', mail.account_id)
    .where('id', '=', mail.document_id)
    .executeTakeFirst();
  if (!document) return undefined;
  const { name, email } = await senderWhenSent(db, document);
  return { name: typed(name), email };
}
