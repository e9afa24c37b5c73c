import type { Kysely } from 'kysely';
import type { Language } from '#core/language/language.ts';
import { isSamePerson } from '#core/document/manage.ts';
import { findSender, senderWhenSent, type Sender } from '../../records/sender-store.ts';
import { newestLink } from '../../records/link-store.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { seenDocument } from '../../records/seen-document.ts';
import { findIncludingBin, type WholeDocument } from '../../records/document-store.ts';
import { hasCopiesAsLinks } from '../../records/account-settings.ts';
import { findPreferences } from '../../records/preference-store.ts';
import type { Delivery, Mail, ServerProblem } from '../../ports/mailer.ts';
import { linkToken } from '../../foundation/crypto/signing-link.ts';
import type { MailDeps } from './deps.ts';
import { findContradictedSeals } from '../../records/trail/stated-seals.ts';
import { choiceLink } from './choices/choice-link.ts';
import { deferMail, isPaused } from './defer-mail.ts';
import { isOutdated } from './is-outdated.ts';
import { isBlocked } from '../../records/mail-choice-store.ts';
import { mailBrand } from './text/mail-brand.ts';
import { envelopeOf } from './mail-envelope.ts';
import { renderMailLayout } from './text/mail-layout.ts';
import { mailPicture } from './text/mail-picture.ts';
import { findMail, noticeOfMail, type MailKind, type MailRow } from './mail-store.ts';
import { factsOf, oneLine, typed } from './text/mail-facts.ts';
import { mailText, type MailText } from './text/mail-text.ts';
import { mailMessages, type MailTranslate } from './text/mail-words.ts';
import { recordDelivery } from './record-delivery.ts';
import { deliverFrom } from './account-sender.ts';
import { unsubscribeLink } from './choices/unsubscribe-link.ts';

/** Maximum size of an attached sealed copy in bytes. Many servers reject larger emails. */
const maxAttachmentBytes = 10 * 1024 * 1024;

/** Thrown to retry the job later. The server's response is already recorded. */
export class MailDeferred extends Error {}

/**
 * Sends one email. Runs as a job and may run twice: an accepted email is not sent again, and a repetition
 * after a crash has the same Message-ID (F-01, I-4).
 */
export async function sendMail(
  services: MailDeps,
  { accountId, mailId }: { accountId: string; mailId: string },
): Promise<void> {
  const found = await findMail(services.db, accountId, mailId);
  // A report may have marked the email as delayed after a server had accepted it, in which case it must not
  // be sent again.
  if (!found || found.accepted_at !== null || found.state === 'bounced' || found.state === 'blocked') return;
  const whole = await findIncludingBin(services.db, accountId, found.document_id);
  if (!whole || (await isOutdated(services, found, whole))) return;
  const row = await toWhoseItIs(services.db, found, whole);
  if (await isUnwanted(services.db, row)) {
    const kept = { state: 'blocked' as const, reply: '' };
    return void (await inTransaction(services.db, (tx) => recordDelivery(tx, services, row, kept)));
  }
  if (await isPaused(services.db, row, services.clock())) return deferMail(services, row);
  const { mail, sender } = await composeMail(services, row, await withoutOtherSeal(services.db, whole));
  // Like the brand, the custom domain requires a sender with a confirmed address. Notifications to the sender
  // come from our own domain.
  const isTheirs = row.recipient_id !== null && sender.confirmedAt !== null;
  const deliver = (one: Mail): Promise<Delivery> =>
    isTheirs ? deliverFrom(services, accountId, one, row) : services.mailer.deliver(one);
  const tried = await deliver(mail);
  // No server accepted the first version. The email is sent again with the same Message-ID, and with the link
  // to the file instead of the file.
  const isTooLarge = tried.state === 'bounced' && tried.about === 'size' && mail.attachments.length > 0;
  const delivery = givenUp(
    isTooLarge ? await deliver({ ...mail, attachments: [] }) : tried,
    row.attempts + 1,
  );
  await inTransaction(services.db, (tx) => recordDelivery(tx, services, row, delivery));
  if (delivery.state === 'deferred') throw new MailDeferred(`Mail ${mailId} was postponed${why(delivery)}`);
}

/**
 * Waiting notifications, and the sealed copy, go to the document's current owner. A sender who left the
 * account, or whose address changed, gets neither.
 */
async function toWhoseItIs(db: Kysely<Schema>, row: MailRow, { document }: WholeDocument): Promise<MailRow> {
  if (row.recipient_id !== null) return row;
  const { name, email } = await findSender(db, document);
  if (isSamePerson({ email }, { email: row.to_address })) return row;
  const to = { to_name: name, to_address: email };
  await db
    .updateTable('mails')
    .set(to)
    .where('account_id', '=', row.account_id)
    .where('id', '=', row.id)
    .execute();
  return { ...row, ...to };
}

/**
 * Number of attempts that the recipient's mail server may defer. They are ten minutes apart, so this takes
 * about a day.
 */
const maxTries = 150;

/**
 * An email that will not be retried is not delayed but failed, and its sender must see that. Failures of our
 * own mail server do not count as attempts.
 */
function givenUp(delivery: Delivery, tries: number): Delivery {
  if (delivery.state !== 'deferred' || delivery.trouble || tries < maxTries) return delivery;
  return { state: 'bounced', reply: `Given up after ${tries} tries: ${delivery.reply}` };
}

/**
 * Describes the failure for the log. It never contains a server's response, which may include an address or
 * the operator's sign-in.
 */
function why({ trouble }: { trouble?: ServerProblem }): string {
  return trouble ? `: the mail server refuses this installation (${trouble.kind})` : ' by the server';
}

/** An address that blocked the account gets no more of its emails, except codes that it requests (S-15). */
async function isUnwanted(db: Kysely<Schema>, row: MailRow): Promise<boolean> {
  if (row.recipient_id === null || row.kind === 'code') return false;
  return isBlocked(db, { accountId: row.account_id, address: row.to_address });
}

async function composeMail(
  services: MailDeps,
  row: MailRow,
  whole: WholeDocument,
): Promise<{ mail: Mail; sender: Sender }> {
  const { document } = whole;
  const owner = await findSender(services.db, document);
  // Notifications go to the current owner, but recipients always see the original sender.
  const sender = row.recipient_id === null ? owner : await senderWhenSent(services.db, document);
  const link = await linkOf(services, row);
  return { mail: await writeMail(services, row, whole, { sender, owner, link }), sender };
}

/** Composes an email with its sender and link, both for sending it and for the sender's preview. */
export async function writeMail(
  services: Pick<
    MailDeps,
    | 'db'
    | 'files'
    | 'clock'
    | 'plans'
    | 'publicUrl'
    | 'from'
    | 'bounces'
    | 'linkKey'
    | 'unsubscribeKey'
    | 'mailChoiceKey'
    | 'mailPages'
    | 'sealedTrails'
    | 'log'
  >,
  row: MailRow,
  stored: WholeDocument,
  { sender, owner, link }: { sender: Sender; owner: Sender; link: string | null },
): Promise<Mail> {
  const reader = stored.recipients.find(({ id }) => id === row.recipient_id);
  const whole = seenDocument(stored, reader);
  const { document } = whole;
  const senderName = typed(sender.name) || sender.email;
  const language = await languageOf(services.db, row, whole);
  const say = mailMessages(language);
  const facts = await factsOf(
    services,
    row,
    whole,
    { sender: { ...sender, name: senderName }, owner },
    language,
  );
  const text = { ...mailText(facts), ...(facts.isOwnPart ? {} : choicesIn(services, row, say)) };
  // Notifications to the sender have no branding.
  const brand = row.recipient_id === null ? undefined : await mailBrand(services, row.account_id, sender);
  const isNews = row.recipient_id === null;
  const picture = await mailPicture(services, row, whole, sender);
  const pictures = [brand?.logo, picture].filter((one) => one !== undefined);
  const body = await renderMailLayout(text, link, language, {
    brand,
    picture,
    service: services.from.name,
    sender: isNews ? undefined : { name: senderName, address: sender.email },
  });
  return {
    from: {
      name: say('from', { sender: brand?.name || senderName, service: services.from.name }),
      address: services.from.address,
    },
    to: { name: typed(row.to_name), address: row.to_address },
    // Replies go to the current owner, unless the account has a reply-to address.
    ...(row.recipient_id !== null && {
      replyTo: { name: brand?.name || typed(owner.name), address: brand?.replyTo ?? owner.email },
    }),
    subject: oneLine(text.subject),
    ...body,
    ...envelopeOf(row.id, services),
    ...unsubscribeFrom(services, row, document),
    ...(pictures.length > 0 && { pictures }),
    attachments: row.kind === 'completed' ? await sealedCopy(services, row, whole, say) : [],
  };
}

/**
 * Link for blocking or reporting the sender. Emails with codes have none, because the recipient requested
 * them.
 */
function choicesIn(
  services: Pick<MailDeps, 'publicUrl' | 'mailChoiceKey'>,
  row: MailRow,
  say: MailTranslate,
): Pick<MailText, 'choices'> {
  if (row.recipient_id === null || row.kind === 'code') return {};
  const link = choiceLink(services, { accountId: row.account_id, mailId: row.id });
  return { choices: { words: say('choice.inMail'), link } };
}

/**
 * Returns the unsubscribe header (RFC 2369, RFC 8058) for notifications to the sender, which can be disabled
 * by kind. Every other email is transactional, since a single action caused it: an invitation, a reminder, a
 * code. There is no list to unsubscribe from. Recipients can decline, and the limits of S-15 apply to senders
 * of too many emails.
 */
function unsubscribeFrom(
  services: Pick<MailDeps, 'publicUrl' | 'unsubscribeKey'>,
  row: MailRow,
  { createdBy }: WholeDocument['document'],
): Pick<Mail, 'unsubscribe'> {
  const news = noticeOfMail[row.kind as MailKind];
  if (row.recipient_id !== null || news === undefined) return {};
  return { unsubscribe: unsubscribeLink(services, { accountId: row.account_id, userId: createdBy, news }) };
}

/**
 * Returns the recipient's language if it is specified. Otherwise, and for emails to the sender, returns the
 * sender's.
 */
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

async function linkOf(services: MailDeps, row: MailRow): Promise<string | null> {
  if (row.recipient_id === null) return `${services.publicUrl}/document/${row.document_id}`;
  const tokenUrl = (linkId: string): string =>
    `${services.publicUrl}/sign/${linkToken(services.linkKey, linkId)}`;
  if (row.link_id !== null) return tokenUrl(row.link_id);
  if (row.kind !== 'invitation' && row.kind !== 'completed') return null;
  const owner = { accountId: row.account_id, documentId: row.document_id, recipientId: row.recipient_id };
  const linkId = await newestLink(services.db, owner);
  return linkId === undefined ? null : tokenUrl(linkId);
}

/**
 * A sealed file that does not match the trail must not appear in any email: neither attached, nor as a
 * picture or a hash.
 */
async function withoutOtherSeal(db: Kysely<Schema>, whole: WholeDocument): Promise<WholeDocument> {
  const { document } = whole;
  const others = await findContradictedSeals(db, document.accountId, [document]);
  // The download link refuses the file and reports it to the operator.
  return others.length === 0 ? whole : { ...whole, document: { ...document, sealedSha256: null } };
}

/**
 * A recipient who must enter a code gets the copy only through the link, so that access to the mailbox alone
 * reveals nothing (S-12).
 */
async function sealedCopy(
  { db, files }: Pick<MailDeps, 'db' | 'files'>,
  row: Pick<MailRow, 'account_id' | 'recipient_id'>,
  { document, recipients }: WholeDocument,
  say: MailTranslate,
): Promise<Mail['attachments']> {
  const reader = recipients.find(({ id }) => id === row.recipient_id);
  if (reader && (reader.accessCodeHash !== null || reader.mailCode)) return [];
  if (await hasCopiesAsLinks(db, row.account_id)) return [];
  if (document.sealedSha256 === null || (document.sealedSize ?? 0) > maxAttachmentBytes) return [];
  const bytes = await files.read(document.sealedSha256);
  const name = document.title.replaceAll(/[/\\:*?"<>|]+/g, ' ').trim() || 'document';
  // Direction marks around the title would become part of the file's name on the reader's disk.
  const filename = say('completed.fileName', { title: name }).replaceAll(/[\u2066-\u2069]/g, '');
  return [{ filename, mediaType: 'application/pdf', bytes }];
}
