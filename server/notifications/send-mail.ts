import type { Kysely } from 'kysely';
import { intlLocale, type Language } from '#core/language/language.ts';
import { hasActed } from '#core/recipient/recipient.ts';
import { findSender } from '../accounts/sender-store.ts';
import { isLiving, newestLink } from '../ceremony/link-store.ts';
import type { Schema } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { findEvenInBin, type WholeDocument } from '../documents/document-store.ts';
import { findPreferences } from '../members/preference-store.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { Delivery, Mail, Mailer } from '../ports/mailer.ts';
import { envelopeOf, type Letterhead } from './mail-envelope.ts';
import { layMail } from './mail-layout.ts';
import { findMail, noticeOfMail, type MailKind, type MailRow } from './mail-store.ts';
import { mailText, type MailFacts } from './mail-text.ts';
import { mailWords, type SayInMail } from './mail-words.ts';
import { noteDelivery } from './note-delivery.ts';
import type { Subscribed } from './unsubscribe-link.ts';

export type MailServices = Letterhead & {
  db: Kysely<Schema>;
  files: FileStore;
  jobs: JobQueue;
  mailer: Mailer;
  clock: Clock;
  publicUrl: string;
  /** Derives the secret part of a signing link; the only place where links are made is a mail that goes out. */
  linkToken: (linkId: string) => string;
  /** The one-time code that belongs to a recipient's nonce; like a link it is made only for the mail. */
  mailCode: (nonce: string) => string;
  /** Where a member ends mails about this kind of news. */
  unsubscribeLink: (subscribed: Subscribed) => string;
};

/** The sealed copy travels with the mail up to this size; larger ones would be refused by many servers. Bytes. */
const largestAttachment = 10 * 1024 * 1024;

/** Thrown to have the job tried again later; what the server said is already noted. */
export class MailDeferred extends Error {}

/**
 * Sends one mail. Run as a job, and so perhaps twice: one that was accepted is not sent again, and a repeat
 * after a crash in between carries the same Message-ID (F-01, I4).
 */
export async function sendMail(
  services: MailServices,
  { accountId, mailId }: { accountId: string; mailId: string },
  { isLastTry }: { isLastTry: boolean },
): Promise<void> {
  const row = await findMail(services.db, accountId, mailId);
  // A report may have called it delayed after a server took it; it is not ours to send any more.
  if (!row || row.accepted_at !== null || row.state === 'bounced') return;
  const whole = await findEvenInBin(services.db, accountId, row.document_id);
  if (!whole || (await isOutdated(services.db, row, whole))) return;
  const tried = await services.mailer.deliver(await composeMail(services, row, whole));
  const delivery = isLastTry ? givenUp(tried, row.attempts + 1) : tried;
  await inTransaction(services.db, (tx) => noteDelivery(tx, services, row, delivery));
  if (delivery.state === 'deferred') throw new MailDeferred(`Mail ${mailId} was put off by the server`);
}

/** What is never tried again is not delayed: its sender has to know. */
function givenUp(delivery: Delivery, tries: number): Delivery {
  if (delivery.state !== 'deferred') return delivery;
  return { state: 'bounced', reply: `Given up after ${tries} tries: ${delivery.reply}` };
}

/**
 * Asked for something that is over, it would lead to a closed door. And what was written to one address never
 * goes there with the link of whoever acts in that place now (S-10).
 */
async function isOutdated(
  db: Kysely<Schema>,
  row: MailRow,
  { document, recipients }: WholeDocument,
): Promise<boolean> {
  if (!asks.has(row.kind)) return false;
  if (row.recipient_id === null) return document.status !== 'sent';
  const recipient = recipients.find(({ id }) => id === row.recipient_id);
  if (document.status !== 'sent' || recipient?.email !== row.to_address) return true;
  if (row.kind === 'code') return recipient.mailCodeNonce === null;
  if (row.kind !== 'invitation' && hasActed(recipient)) return true;
  return row.link_id !== null && !(await isLiving(db, row.link_id));
}

/** Kinds of mail that ask their recipient for an act. */
const asks: ReadonlySet<string> = new Set<MailKind>(['invitation', 'reminder', 'expiring', 'code']);

async function composeMail(services: MailServices, row: MailRow, whole: WholeDocument): Promise<Mail> {
  const { document } = whole;
  const sender = await findSender(services.db, document);
  const senderName = oneLine(sender.name) || sender.email;
  const language = await languageOf(services.db, row, whole);
  const say = mailWords(language);
  const text = mailText(await factsOf(services, row, whole, { sender: senderName, language }));
  const link = await linkOf(services, row);
  const body = await layMail(text, link, language);
  return {
    from: { name: say('from', { sender: senderName }), address: services.from.address },
    to: { name: oneLine(row.to_name), address: row.to_address },
    ...(row.recipient_id !== null && { replyTo: { name: senderName, address: sender.email } }),
    subject: oneLine(text.subject),
    ...body,
    ...envelopeOf(row.id, services),
    ...unsubscribeFrom(services, row, document),
    attachments: row.kind === 'completed' ? await sealedCopy(services.files, whole, say) : [],
  };
}

/**
 * News to the sender of a document are switched by kind in their settings, and so by one click in their mail
 * program (RFC 2369, RFC 8058). Every other mail is part of what two people do with each other, asked for by one
 * act of one of them: to be asked to sign, reminded of it, told a code. It is no mailing list, and nobody could be
 * taken off one; who does not want it declines, and the limits of S-15 hold whoever sends too much.
 */
function unsubscribeFrom(
  services: MailServices,
  row: MailRow,
  { createdBy }: WholeDocument['document'],
): Pick<Mail, 'unsubscribe'> {
  const news = noticeOfMail[row.kind as MailKind];
  if (row.recipient_id !== null || news === undefined) return {};
  return { unsubscribe: services.unsubscribeLink({ accountId: row.account_id, userId: createdBy, news }) };
}

/** The recipient's, when somebody has said; else, and for mail to the sender, the one the sender has chosen. */
async function languageOf(
  db: Kysely<Schema>,
  row: MailRow,
  { document, recipients }: WholeDocument,
): Promise<Language> {
  const chosen = recipients.find(({ id }) => id === row.recipient_id)?.language;
  if (chosen) return chosen;
  const sender = { accountId: document.accountId, userId: document.createdBy };
  return (await findPreferences(db, sender)).language ?? 'en';
}

async function factsOf(
  services: MailServices,
  row: MailRow,
  whole: WholeDocument,
  { sender, language }: Pick<MailFacts, 'sender' | 'language'>,
): Promise<MailFacts> {
  const { document, recipients } = whole;
  const decliner = recipients.find(({ status }) => status === 'declined');
  const recipient = recipients.find(({ id }) => id === row.recipient_id);
  return {
    kind: row.kind as MailKind,
    language,
    title: document.title,
    sender,
    recipient: oneLine(row.to_name),
    toSender: row.recipient_id === null,
    isOut: document.status === 'sent',
    role: recipient?.role ?? 'signer',
    subject: document.subject,
    message: [document.message, recipient?.message].filter(Boolean).join('\n\n'),
    expires: document.expiresAt && dateInWords(document.expiresAt, language),
    reason: row.kind === 'voided' ? await voidReason(services.db, row) : (decliner?.declineReason ?? ''),
    decliner: decliner?.name || decliner?.email || '',
    sealedSha256: document.sealedSha256,
    code: row.kind === 'code' ? services.mailCode(recipient?.mailCodeNonce ?? '') : '',
    about: await toldBy(services.db, row),
  };
}

/** What stands in the event that the mail tells of, by name; nothing for a mail that has none. */
async function toldBy(db: Kysely<Schema>, row: MailRow): Promise<Record<string, string>> {
  if (row.event_seq === null) return {};
  const values = await db
    .selectFrom('event_values')
    .select(['name', 'value'])
    .where('account_id', '=', row.account_id)
    .where('document_id', '=', row.document_id)
    .where('seq', '=', row.event_seq)
    .execute();
  return Object.fromEntries(values.map(({ name, value }) => [name, oneLine(value)]));
}

async function voidReason(db: Kysely<Schema>, row: MailRow): Promise<string> {
  const found = await db
    .selectFrom('event_values')
    .innerJoin('events', (join) =>
      join
        .onRef('events.account_id', '=', 'event_values.account_id')
        .onRef('events.document_id', '=', 'event_values.document_id')
        .onRef('events.seq', '=', 'event_values.seq'),
    )
    .select('event_values.value')
    .where('events.account_id', '=', row.account_id)
    .where('events.document_id', '=', row.document_id)
    .where('events.type', '=', 'document_voided')
    .where('event_values.name', '=', 'reason')
    .executeTakeFirst();
  return found?.value ?? '';
}

async function linkOf(services: MailServices, row: MailRow): Promise<string | null> {
  if (row.recipient_id === null) return `${services.publicUrl}/document/${row.document_id}`;
  const tokenUrl = (linkId: string): string => `${services.publicUrl}/sign/${services.linkToken(linkId)}`;
  if (row.link_id !== null) return tokenUrl(row.link_id);
  if (row.kind !== 'invitation' && row.kind !== 'completed') return null;
  const owner = { accountId: row.account_id, documentId: row.document_id, recipientId: row.recipient_id };
  const linkId = await newestLink(services.db, owner);
  return linkId === undefined ? null : tokenUrl(linkId);
}

async function sealedCopy(
  files: FileStore,
  { document }: WholeDocument,
  say: SayInMail,
): Promise<Mail['attachments']> {
  if (document.sealedSha256 === null || (document.sealedSize ?? 0) > largestAttachment) return [];
  const bytes = await files.read(document.sealedSha256);
  const name = document.title.replaceAll(/[/\\:*?"<>|]+/g, ' ').trim() || 'document';
  return [{ filename: say('completed.fileName', { title: name }), mediaType: 'application/pdf', bytes }];
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

function dateInWords(at: Date, language: Language): string {
  return (
    new Intl.DateTimeFormat(intlLocale(language), {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'UTC',
    }).format(at) + ' UTC'
  );
}
