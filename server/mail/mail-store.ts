import { sql, type Kysely, type Selectable } from 'kysely';
import type { NoticeKind } from '#core/notice/kinds.ts';
import type { DeliveryState } from '#core/recipient/recipient.ts';
import { newId } from '../db/new-id.ts';
import type { MailsTable, Schema } from '../db/schema.ts';
import type { Tx } from '../db/transaction.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { isHandedOver } from '../ports/mailer.ts';
import { ownerWantsMail } from '../bell/notice-store.ts';

/** The subjects of mails; each kind has its own text in mail-text.ts. */
export const mailKinds = [
  'invitation', // to a recipient whose turn it is
  'reminder', // the same once more, and
  'expiring', // before the document's time is over, to the sender too
  'signed', // to the sender: a recipient has signed, or
  'approved',
  'undelivered', // to the sender: a mail to a recipient was refused for good
  'code', // a one-time code that opens the link
  'delegated', // to the sender: somebody else acts instead
  'paper', // to the sender: a recipient wants paper, or takes the consent back
  'completed', // to everybody, with the sealed copy
  'declined', // to the sender and to those who were asked
  'voided',
  'expired',
  'extended', // to those who were told that it had expired, and of whom nothing more is asked
] as const;
export type MailKind = (typeof mailKinds)[number];

/** Kinds that show the document itself, by its first page: those that lead to it, while all is well. */
export const showsDocument: ReadonlySet<MailKind> = new Set<MailKind>([
  ...(['invitation', 'reminder', 'expiring', 'signed', 'approved', 'completed'] as const),
]);

/** The switch of the settings by which a sender stops getting such a mail; recipients cannot. */
export const noticeOfMail: Partial<Record<MailKind, NoticeKind>> = {
  completed: 'document-completed',
  declined: 'recipient-declined',
  expired: 'document-expired',
  expiring: 'document-expiring',
  signed: 'recipient-signed',
  approved: 'recipient-signed',
  undelivered: 'delivery-failed',
};

export type QueuedMail = {
  accountId: string;
  documentId: string;
  /** Null when it goes to the sender. */
  recipientId: string | null;
  kind: MailKind;
  to: { name: string; address: string };
  /** The link it carries. Without one it gets the newest of its recipient, where its kind has a link. */
  linkId?: string;
  /** The event it tells of, where its words stand. */
  eventSeq?: number;
  /** When it may go out, ms UTC; at once where nothing is said. */
  dueAt?: number;
};

/** Queues one mail: its row and its job in the transaction of the act that causes it. One job a mail (F-05). */
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
  // Somebody sits before the page and waits for a code, which is good for some minutes only.
  const options = { startAfterMs: (mail.dueAt ?? now) - now, priority: mail.kind === 'code' ? 1 : 0 };
  await jobs.enqueue(tx, 'send-mail', { accountId: mail.accountId, mailId: id }, options);
}

/** Queues the same news for the sender and for recipients of a document: one mail to each mailbox of theirs. */
export async function queueNews(
  tx: Tx,
  jobs: JobQueue,
  news: {
    document: { accountId: string; id: string };
    kind: MailKind;
    recipients: readonly { id: string; name: string; email: string }[];
    /** Null when the sender did it and knows. */
    sender: { name: string; email: string } | null;
    eventSeq?: number;
  },
  now: number,
): Promise<void> {
  const key = { accountId: news.document.accountId, documentId: news.document.id, kind: news.kind };
  for (const { id, name, email } of onePerMailbox(news.recipients)) {
    await queueMail(tx, jobs, { ...key, recipientId: id, to: { name, address: email } }, now);
  }
  const about = noticeOfMail[news.kind];
  if (!news.sender || (about && !(await ownerWantsMail(tx, key, about)))) return;
  const { name, email } = news.sender;
  // A sender who signs gets the finished document once, with the copy of a recipient.
  const hasCopy = news.recipients.some((one) => one.email.toLowerCase() === email.toLowerCase());
  if (news.kind === 'completed' && hasCopy) return;
  const told = news.eventSeq === undefined ? {} : { eventSeq: news.eventSeq };
  await queueMail(tx, jobs, { ...key, ...told, recipientId: null, to: { name, address: email } }, now);
}

/** Who has two roles in a document has one mailbox, and gets one mail. The first of the list stands for all. */
export function onePerMailbox<Person extends { email: string }>(people: readonly Person[]): Person[] {
  const first = new Map<string, Person>();
  for (const person of people) {
    const mailbox = person.email.toLowerCase();
    if (!first.has(mailbox)) first.set(mailbox, person);
  }
  return [...first.values()];
}

/** When mails of these kinds were queued for a recipient since then (ms UTC), the newest first. */
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

/** A mail by its id alone, which is all that a report from outside can name. */
export async function findReportedMail(db: Kysely<Schema>, id: string): Promise<MailRow | undefined> {
  return db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Kinds by which a recipient hears of a document and comes to it. */
export const askingKinds: readonly MailKind[] = ['invitation', 'reminder', 'expiring'];

/** Whether a mail server has taken a mail of these kinds to this mailbox about this document, whichever part of theirs it was for. */
export async function wasMailedAbout(
  db: Kysely<Schema>,
  { account_id, document_id, to_address }: Pick<MailRow, 'account_id' | 'document_id' | 'to_address'>,
  kinds: readonly MailKind[] = askingKinds,
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

/** News of how a document ended. */
const endings: readonly MailKind[] = ['declined', 'voided', 'expired'];

/**
 * Queues again the news of an end that were kept from a mailbox because nothing had reached it yet: the mail that asked
 * for an act was with the mail server at that moment, and has arrived.
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
  /** Our own mail server refused us: the recipient's was not asked. */
  isNoTry?: boolean;
  refused: 'recipient' | 'message' | 'size' | null;
};
type MailKey = Pick<MailRow, 'account_id' | 'id'>;

/**
 * Notes what a try came to, and answers the state before; undefined where nothing was to be noted. What a server
 * has accepted is never taken back by a slower try, and what has bounced is over.
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
      ...{ state, reply, refused, accepted_at },
      attempts: row('attempts', '+', isNoTry ? 0 : 1),
    }))
    .where('account_id', '=', mail.account_id)
    .where('id', '=', mail.id)
    .execute();
  return before.state;
}

/** Notes what a report says that came back after a server had accepted the mail, or had seemed not to. */
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

/** Whether a mail is the last one by which its mailbox was asked about this document. */
export async function isNewestAsk(
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
    .where('kind', 'in', askingKinds)
    .where((row) => row.eb(row.fn<string>('lower', ['to_address']), '=', mail.to_address.toLowerCase()))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.id === mail.id;
}
