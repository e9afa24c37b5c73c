import { sql, type Kysely, type Selectable } from 'kysely';
import type { NoticeKind } from '#core/notice/kinds.ts';
import type { DeliveryState } from '#core/recipient/recipient.ts';
import { newId } from '../../foundation/db/new-id.ts';
import type { MailsTable, Schema } from '../../foundation/db/schema.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import { isHandedOver } from '../../ports/mailer.ts';
import { actionableKinds } from '../../records/mail-choice-store.ts';
import { ownerWantsMail } from '../../records/notifications/notice-store.ts';

/** Each kind of email has its own text in mail-text.ts. */
export const mailKinds = [
  'invitation', // to a recipient whose turn it is
  'reminder', // to the same recipient as the invitation
  'expiring', // before the document expires, also to the sender
  'link-due', // to the sender, when it is the turn of a recipient whose link the sender delivers
  'signed', // to the sender, when a recipient has signed
  'approved',
  'undelivered', // to the sender, when an email to a recipient was rejected permanently
  'code', // a one-time code that opens the link
  'delegated', // to the sender, when a recipient has delegated to another person
  'paper', // to the sender, when a recipient wants paper or withdraws consent
  'completed', // to everyone, with the sealed copy
  'declined', // to the sender and to the invited recipients
  'voided',
  'expired',
  'extended', // to recipients who were notified of the expiry and do not have to act
] as const;
export type MailKind = (typeof mailKinds)[number];

/** Kinds of email that show the document's first page, because they normally lead to the document. */
export const showsDocument: ReadonlySet<MailKind> = new Set<MailKind>([
  ...(['invitation', 'reminder', 'expiring', 'signed', 'approved', 'completed'] as const),
]);

/** The setting with which a sender disables this kind of email. Recipients cannot disable emails. */
export const noticeOfMail: Partial<Record<MailKind, NoticeKind>> = {
  completed: 'document-completed',
  declined: 'recipient-declined',
  expired: 'document-expired',
  expiring: 'document-expiring',
  'link-due': 'link-due',
  signed: 'recipient-signed',
  approved: 'recipient-signed',
  undelivered: 'delivery-failed',
};

export type QueuedMail = {
  accountId: string;
  documentId: string;
  /** Null for an email to the sender. */
  recipientId: string | null;
  kind: MailKind;
  to: { name: string; address: string };
  /** The link in the email. Default: the recipient's newest link, if this kind of email has one. */
  linkId?: string;
  /** Number of the event that the email is about. */
  eventSeq?: number;
  /** When the email may be sent (ms UTC). Default: immediately. */
  dueAt?: number;
};

/**
 * Queues one email: adds its row and its job in the transaction of the action that causes it. Each email has
 * its own job (F-05).
 */
export async function queueMail(tx: Tx, jobs: JobQueue, mail: QueuedMail, now: number): Promise<void> {
  const id = newId(now);
  await tx
    .insertInto('mails')
    .values({
      account_id: mail.accountId,
      id,
      document_id: mail.documentId,
      recipient_id: mail.recipientId,
      kind: mail.kind,
      to_name: mail.to.name,
      to_address: mail.to.address,
      link_id: mail.linkId ?? null,
      event_seq: mail.eventSeq ?? null,
      created_at: new Date(now),
      due_at: new Date(mail.dueAt ?? now),
    })
    .execute();
  // The recipient is waiting for the code, which is valid only for minutes.
  const options = { startAfterMs: (mail.dueAt ?? now) - now, priority: mail.kind === 'code' ? 1 : 0 };
  await jobs.enqueue(tx, 'send-mail', { accountId: mail.accountId, mailId: id }, options);
}

/**
 * Queues the same notification for the sender and the recipients of a document, but only one email per
 * mailbox.
 */
export async function queueNews(
  tx: Tx,
  jobs: JobQueue,
  news: {
    document: { accountId: string; id: string };
    kind: MailKind;
    recipients: readonly { id: string; name: string; email: string }[];
    /** Null if the sender caused the event. */
    sender: { name: string; email: string } | null;
    eventSeq?: number;
  },
  now: number,
): Promise<void> {
  const key = { accountId: news.document.accountId, documentId: news.document.id, kind: news.kind };
  for (const { id, name, email } of uniqueMailboxes(news.recipients)) {
    await queueMail(tx, jobs, { ...key, recipientId: id, to: { name, address: email } }, now);
  }
  const about = noticeOfMail[news.kind];
  if (!news.sender || (about && !(await ownerWantsMail(tx, key, about)))) return;
  const { name, email } = news.sender;
  // A sender who also signs gets the completed document only once: as a recipient, with the copy attached.
  const hasCopy = news.recipients.some((one) => one.email.toLowerCase() === email.toLowerCase());
  if (news.kind === 'completed' && hasCopy) return;
  const position = news.eventSeq === undefined ? {} : { eventSeq: news.eventSeq };
  await queueMail(tx, jobs, { ...key, ...position, recipientId: null, to: { name, address: email } }, now);
}

/**
 * Returns the first entry of each mailbox, so that a person with two roles in a document gets one email.
 * People without a mailbox are left out.
 */
export function uniqueMailboxes<Person extends { email: string }>(people: readonly Person[]): Person[] {
  const first = new Map<string, Person>();
  for (const person of people) {
    const mailbox = person.email.toLowerCase();
    if (mailbox !== '' && !first.has(mailbox)) first.set(mailbox, person);
  }
  return [...first.values()];
}

/** Returns when emails of these kinds were queued for a recipient after `since` (ms UTC), newest first. */
export async function mailsSince(
  db: Kysely<Schema>,
  of: { accountId: string; recipientId: string; address: string; kinds: MailKind[] },
  since: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('mails')
    .select('created_at')
    .where('account_id', '=', of.accountId)
    .where('recipient_id', '=', of.recipientId)
    .where('to_address', '=', of.address)
    .where('created_at', '>', new Date(since))
    .where('kind', 'in', of.kinds)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => row.created_at.getTime());
}

export type MailRow = Selectable<MailsTable>;

export async function findMail(
  db: Kysely<Schema>,
  accountId: string,
  id: string,
): Promise<MailRow | undefined> {
  return db
    .selectFrom('mails')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Finds an email by its id alone, because external reports contain nothing else. */
export async function findReportedMail(db: Kysely<Schema>, id: string): Promise<MailRow | undefined> {
  return db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Returns true if a mail server accepted an email of these kinds about this document to this mailbox, for any
 * part of the recipient.
 */
export async function hasMailFor(
  db: Kysely<Schema>,
  { account_id, document_id, to_address }: Pick<MailRow, 'account_id' | 'document_id' | 'to_address'>,
  kinds: readonly MailKind[] = actionableKinds,
): Promise<boolean> {
  const row = await db
    .selectFrom('mails')
    .select('id')
    .where('account_id', '=', account_id)
    .where('document_id', '=', document_id)
    .where('recipient_id', 'is not', null)
    .where('kind', 'in', kinds)
    .where('accepted_at', 'is not', null)
    .where(sql<string>`lower(to_address)`, '=', to_address.toLowerCase())
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Kinds of email that say how a document ended. */
const endings: readonly MailKind[] = ['declined', 'voided', 'expired'];

/**
 * Queues notifications of an ending again. They were withheld because the mailbox had received nothing yet,
 * but the invitation was being delivered at that moment and has arrived since.
 */
export async function requeueEndings(
  tx: Tx,
  jobs: JobQueue,
  { account_id, document_id, to_address }: Pick<MailRow, 'account_id' | 'document_id' | 'to_address'>,
): Promise<void> {
  const rows = await tx
    .selectFrom('mails')
    .select('id')
    .where('account_id', '=', account_id)
    .where('document_id', '=', document_id)
    .where('recipient_id', 'is not', null)
    .where('kind', 'in', endings)
    .where('state', '=', 'queued')
    .where(sql<string>`lower(to_address)`, '=', to_address.toLowerCase())
    .execute();
  for (const { id } of rows) await jobs.enqueue(tx, 'send-mail', { accountId: account_id, mailId: id });
}

export type Noted = {
  state: Exclude<DeliveryState, 'none' | 'queued'>;
  reply: string;
  /** True if our own mail server refused the email before contacting the recipient's server. */
  isNoTry?: boolean;
  refused: 'recipient' | 'message' | 'size' | null;
};
type MailKey = Pick<MailRow, 'account_id' | 'id'>;

/**
 * Records the result of an attempt and returns the previous state, or undefined if nothing was recorded. A
 * slower attempt never overwrites an acceptance, and a bounce is final.
 */
export async function saveDelivery(
  tx: Tx,
  mail: MailKey,
  { state, reply, refused, isNoTry = false }: Noted,
  now: number,
): Promise<string | undefined> {
  const before = await stateOf(tx, mail);
  if (!before || before.accepted_at !== null || before.state === 'bounced') return undefined;
  const accepted_at = isHandedOver(state) ? new Date(now) : null;
  await tx
    .updateTable('mails')
    .set((row) => ({
      state,
      reply,
      refused,
      accepted_at,
      attempts: row('attempts', '+', isNoTry ? 0 : 1),
    }))
    .where('account_id', '=', mail.account_id)
    .where('id', '=', mail.id)
    .execute();
  return before.state;
}

/** Records a report that arrived after a server had accepted the email, or when the result was unknown. */
export async function saveReport(
  tx: Tx,
  mail: MailKey,
  { state, reply, refused }: Noted,
): Promise<string | undefined> {
  const before = await stateOf(tx, mail);
  if (!before || before.state === 'bounced') return undefined;
  await tx
    .updateTable('mails')
    .set({ state, reply, refused })
    .where('account_id', '=', mail.account_id)
    .where('id', '=', mail.id)
    .execute();
  return before.state;
}

async function stateOf(tx: Tx, mail: MailKey): Promise<Pick<MailRow, 'state' | 'accepted_at'> | undefined> {
  return tx
    .selectFrom('mails')
    .select(['state', 'accepted_at'])
    .where('account_id', '=', mail.account_id)
    .where('id', '=', mail.id)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns true if this is the most recent email that asked this mailbox to act on the document. */
export async function isLatestRequest(
  tx: Tx,
  mail: Pick<MailRow, 'account_id' | 'id' | 'document_id' | 'recipient_id' | 'to_address'>,
): Promise<boolean> {
  if (mail.recipient_id === null) return false;
  const newest = await tx
    .selectFrom('mails')
    .select('id')
    .where('account_id', '=', mail.account_id)
    .where('document_id', '=', mail.document_id)
    .where('recipient_id', 'is not', null)
    .where('kind', 'in', actionableKinds)
    .where((row) => row.eb(row.fn<string>('lower', ['to_address']), '=', mail.to_address.toLowerCase()))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.id === mail.id;
}
