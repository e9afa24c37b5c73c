import type { Kysely } from 'kysely';
import type { Language } from '#core/language/language.ts';
import { isSamePerson } from '#core/document/manage.ts';
import { findSender, senderWhenSent, type Sender } from '../records/sender-store.ts';
import { newestLink } from '../records/link-store.ts';
import type { Schema } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { findEvenInBin, type WholeDocument } from '../records/document-store.ts';
import { findPreferences } from '../records/preference-store.ts';
import type { Delivery, Mail, ServerTrouble } from '../ports/mailer.ts';
import { linkToken } from '../crypto/signing-link.ts';
import type { Services } from '../services.ts';
import { contradictedSeals } from '../trail/stated-seals.ts';
import { choiceLink } from './choice-link.ts';
import { holdBack, isPaused } from './hold-back.ts';
import { isOutdated } from './is-outdated.ts';
import { isBlocked } from './mail-choice-store.ts';
import { mailBrand } from './mail-brand.ts';
import { envelopeOf } from './mail-envelope.ts';
import { layMail } from './mail-layout.ts';
import { mailPicture } from './mail-picture.ts';
import { findMail, noticeOfMail, type MailKind, type MailRow } from './mail-store.ts';
import { factsOf, oneLine, typed } from './mail-facts.ts';
import { mailText, type MailText } from './mail-text.ts';
import { mailWords, type SayInMail } from './mail-words.ts';
import { noteDelivery } from './note-delivery.ts';
import { deliverFrom } from './own-sender.ts';
import { unsubscribeLink } from './unsubscribe-link.ts';

/** The sealed copy travels with the mail up to this size; larger ones would be refused by many servers. Bytes. */
const largestAttachment = 10 * 1024 * 1024;

/** Thrown to have the job tried again later; what the server said is already noted. */
export class MailDeferred extends Error {}

/**
 * Sends one mail. Run as a job, and so perhaps twice: one that was accepted is not sent again, and a repeat
 * after a crash in between carries the same Message-ID (F-01, I-4).
 */
export async function sendMail(
  services: Services,
  { accountId, mailId }: { accountId: string; mailId: string },
): Promise<void> {
  const found = await findMail(services.db, accountId, mailId);
  // A report may have called it delayed after a server took it; it is not ours to send any more.
  if (!found || found.accepted_at !== null || found.state === 'bounced' || found.state === 'blocked') return;
  const whole = await findEvenInBin(services.db, accountId, found.document_id);
  if (!whole || (await isOutdated(services, found, whole))) return;
  const row = await toWhoseItIs(services.db, found, whole);
  if (await isUnwanted(services.db, row)) {
    const kept = { state: 'blocked' as const, reply: '' };
    return void (await inTransaction(services.db, (tx) => noteDelivery(tx, services, row, kept)));
  }
  if (await isPaused(services.db, row, services.clock())) return holdBack(services, row);
  const { mail, sender } = await composeMail(services, row, await withoutOtherSeal(services.db, whole));
  // Like the brand, the own domain is for a sender whose address is known; news to the sender are ours.
  const isTheirs = row.recipient_id !== null && sender.confirmedAt !== null;
  const deliver = (one: Mail): Promise<Delivery> =>
    isTheirs ? deliverFrom(services, accountId, one, row) : services.mailer.deliver(one);
  const tried = await deliver(mail);
  // No server took the first: the same email goes again under its Message-ID, with its link instead of the file.
  const isTooLarge = tried.state === 'bounced' && tried.about === 'size' && mail.attachments.length > 0;
  const delivery = givenUp(
    isTooLarge ? await deliver({ ...mail, attachments: [] }) : tried,
    row.attempts + 1,
  );
  await inTransaction(services.db, (tx) => noteDelivery(tx, services, row, delivery));
  if (delivery.state === 'deferred') throw new MailDeferred(`Mail ${mailId} was put off${why(delivery)}`);
}

/**
 * News that waited go to whose the document is by now, and the sealed copy with them: who has left the account since, or
 * has another address, gets neither.
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

/** Tries that a mail server of the recipient put off, ten minutes apart: about a day. */
const mostTries = 150;

/** A mail that is never tried again is not delayed: its sender has to know. Trouble of our own server is no such try. */
function givenUp(delivery: Delivery, tries: number): Delivery {
  if (delivery.state !== 'deferred' || delivery.trouble || tries < mostTries) return delivery;
  return { state: 'bounced', reply: `Given up after ${tries} tries: ${delivery.reply}` };
}

/** For the log, which gets no words of a server: they may name an address or the operator's sign-in. */
function why({ trouble }: { trouble?: ServerTrouble }): string {
  return trouble ? `: the mail server refuses this installation (${trouble.kind})` : ' by the server';
}

/** Whose address has blocked the account gets nothing of it any more, but the code that they ask for themselves (S-15). */
async function isUnwanted(db: Kysely<Schema>, row: MailRow): Promise<boolean> {
  if (row.recipient_id === null || row.kind === 'code') return false;
  return isBlocked(db, { accountId: row.account_id, address: row.to_address });
}

async function composeMail(
  services: Services,
  row: MailRow,
  whole: WholeDocument,
): Promise<{ mail: Mail; sender: Sender }> {
  const { document } = whole;
  const owner = await findSender(services.db, document);
  // News go to whose it is now; recipients are told who sent it, which no handing over changes.
  const sender = row.recipient_id === null ? owner : await senderWhenSent(services.db, document);
  const link = await linkOf(services, row);
  return { mail: await writeMail(services, row, whole, { sender, owner, link }), sender };
}

/** One mail, with whom it is from and where it leads: what is sent, and what a sender is shown before. */
export async function writeMail(
  services: Services,
  row: MailRow,
  whole: WholeDocument,
  { sender, owner, link }: { sender: Sender; owner: Sender; link: string | null },
): Promise<Mail> {
  const { document } = whole;
  const senderName = typed(sender.name) || sender.email;
  const language = await languageOf(services.db, row, whole);
  const say = mailWords(language);
  const facts = await factsOf(
    services,
    row,
    whole,
    { sender: { ...sender, name: senderName }, owner },
    language,
  );
  const text = { ...mailText(facts), ...(facts.isOwnPart ? {} : choicesIn(services, row, say)) };
  // News to the sender need no sign of who they are.
  const brand = row.recipient_id === null ? undefined : await mailBrand(services, row.account_id, sender);
  const isNews = row.recipient_id === null;
  const picture = await mailPicture(services, row, whole, sender);
  const pictures = [brand?.logo, picture].filter((one) => one !== undefined);
  const body = await layMail(text, link, language, {
    ...{ brand, picture, service: services.from.name },
    sender: isNews ? undefined : { name: senderName, address: sender.email },
  });
  return {
    from: {
      name: say('from', { sender: brand?.name || senderName, service: services.from.name }),
      address: services.from.address,
    },
    to: { name: typed(row.to_name), address: row.to_address },
    // Answers go to whose it is now, unless the account has an address for them.
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

/** Where a recipient reports the mail or blocks its sender. A code they asked for themselves. */
function choicesIn(services: Services, row: MailRow, say: SayInMail): Pick<MailText, 'choices'> {
  if (row.recipient_id === null || row.kind === 'code') return {};
  const link = choiceLink(services, { accountId: row.account_id, mailId: row.id });
  return { choices: { words: say('choice.inMail'), link } };
}

/**
 * News to the sender of a document are switched by kind in their settings, and so by one click in their mail
 * program (RFC 2369, RFC 8058). Every other mail is part of what two people do with each other, asked for by one
 * act of one of them: to be asked to sign, reminded of it, told a code. It is no mailing list, and nobody could be
 * taken off one; who does not want it declines, and the limits of S-15 hold whoever sends too much.
 */
function unsubscribeFrom(
  services: Services,
  row: MailRow,
  { createdBy }: WholeDocument['document'],
): Pick<Mail, 'unsubscribe'> {
  const news = noticeOfMail[row.kind as MailKind];
  if (row.recipient_id !== null || news === undefined) return {};
  return { unsubscribe: unsubscribeLink(services, { accountId: row.account_id, userId: createdBy, news }) };
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

async function linkOf(services: Services, row: MailRow): Promise<string | null> {
  if (row.recipient_id === null) return `${services.publicUrl}/document/${row.document_id}`;
  const tokenUrl = (linkId: string): string =>
    `${services.publicUrl}/sign/${linkToken(services.linkKey, linkId)}`;
  if (row.link_id !== null) return tokenUrl(row.link_id);
  if (row.kind !== 'invitation' && row.kind !== 'completed') return null;
  const owner = { accountId: row.account_id, documentId: row.document_id, recipientId: row.recipient_id };
  const linkId = await newestLink(services.db, owner);
  return linkId === undefined ? null : tokenUrl(linkId);
}

/** A sealed file that is not the one of the trail is in no mail: neither attached nor as a picture or a hash. */
async function withoutOtherSeal(db: Kysely<Schema>, whole: WholeDocument): Promise<WholeDocument> {
  const { document } = whole;
  const others = await contradictedSeals(db, document.accountId, [document]);
  // Behind the link the download refuses it and reports it to the operator.
  return others.length === 0 ? whole : { ...whole, document: { ...document, sealedSha256: null } };
}

/** For whoever has to enter a code first it lies behind the link with the rest: a mailbox alone opens none of it (S-12). */
async function sealedCopy(
  { files }: Pick<Services, 'files'>,
  row: Pick<MailRow, 'recipient_id'>,
  { document, recipients }: WholeDocument,
  say: SayInMail,
): Promise<Mail['attachments']> {
  const reader = recipients.find(({ id }) => id === row.recipient_id);
  if (reader && (reader.accessCodeHash !== null || reader.mailCode)) return [];
  if (document.sealedSha256 === null || (document.sealedSize ?? 0) > largestAttachment) return [];
  const bytes = await files.read(document.sealedSha256);
  const name = document.title.replaceAll(/[/\\:*?"<>|]+/g, ' ').trim() || 'document';
  // A file name is no sentence: the marks that set a title apart there would be part of the name on somebody's disk.
  const filename = say('completed.fileName', { title: name }).replaceAll(/[\u2066-\u2069]/g, '');
  return [{ filename, mediaType: 'application/pdf', bytes }];
}
