import { defang } from '#core/language/defang.ts';
import type { Language } from '#core/language/language.ts';
import { isHandedOver, type Mail } from '../../ports/mailer.ts';
import { findPreferences } from '../../records/preference-store.ts';
import { saveDelivery } from '../../records/save-delivery.ts';
import {
  findSupportMessage,
  type SupportMessageRow,
  findSupportReply,
  type SupportReplyRow,
} from '../../records/support-store.ts';
import type { MailDeps } from './deps.ts';
import { envelopeOf } from './mail-envelope.ts';
import { renderMailLayout } from './text/mail-layout.ts';
import { mailMessages } from './text/mail-words.ts';
import { MailDeferred } from './send-mail.ts';
import { supportAddress } from './send-support-message.ts';

/**
 * Emails the operator's reply to the person who wrote, or their follow-up message to the operator. Runs as a
 * job and may run twice, with the same Message-ID.
 */
export async function sendSupportReply(services: MailDeps, replyId: string): Promise<void> {
  const { db, config, mailer, outbox, clock } = services;
  const reply = await findSupportReply(db, replyId);
  const message = reply && (await findSupportMessage(db, reply.message_id));
  if (!message || isHandedOver(reply.state) || reply.state === 'bounced') return;
  const toWriter = reply.author === 'operator';
  const mail = toWriter
    ? await answerMail(services, message, reply)
    : await furtherMail(services, message, reply);
  const delivery = await (toWriter || config.supportEmail ? mailer : outbox).deliver(mail);
  await saveDelivery(db, 'support_replies', reply.id, delivery, clock());
  if (delivery.state === 'deferred') throw new MailDeferred(`Support reply ${replyId} was postponed`);
}

async function answerMail(
  services: MailDeps,
  message: SupportMessageRow,
  reply: SupportReplyRow,
): Promise<Mail> {
  const language = await languageOf(services, message);
  const say = mailMessages(language);
  const { supportEmail, operatorName } = services.config;
  const onPage = message.account_id !== null;
  const text = {
    subject: '',
    heading: say('supportAnswer.heading'),
    paragraphs: [say('supportAnswer.text')],
    quote: defang(reply.body),
    action: onPage ? say('supportAnswer.open') : null,
    small: [
      say(supportEmail ? 'supportAnswer.replyByMail' : 'supportAnswer.replyOnPage'),
      say('supportAnswer.about', { message: firstWords(message.message) }),
    ],
  };
  return {
    from: services.from,
    to: { name: defang(message.name), address: message.email },
    ...(supportEmail && { replyTo: { name: operatorName ?? '', address: supportEmail } }),
    subject: say('supportAnswer.subject'),
    ...(await renderMailLayout(text, onPage ? `${services.publicUrl}/support` : null, language, {
      service: services.from.name,
    })),
    ...envelopeOf(reply.id, { from: services.from }),
    attachments: [],
  };
}

/** Emails to the operator are in English. */
async function furtherMail(
  services: MailDeps,
  message: SupportMessageRow,
  reply: SupportReplyRow,
): Promise<Mail> {
  const name = defang(message.name);
  const text = {
    subject: '',
    heading: `${name} writes to support again`,
    paragraphs: [`Topic: ${message.topic}. It belongs to message ${message.id}.`],
    quote: defang(reply.body),
    action: 'Open the message',
    small: [`Written by an account holder (account ${message.account_id}) on ${services.publicUrl}/support.`],
  };
  return {
    from: services.from,
    to: supportAddress(services.config),
    replyTo: { name, address: message.email },
    subject: `Support (${message.topic}): ${name}`,
    ...(await renderMailLayout(text, `${services.publicUrl}/operator/support/${message.id}`, 'en', {
      service: services.from.name,
    })),
    ...envelopeOf(reply.id, { from: services.from }),
    attachments: [],
  };
}

async function languageOf(
  { db }: MailDeps,
  { account_id: accountId, user_id: userId }: SupportMessageRow,
): Promise<Language> {
  if (accountId === null || userId === null) return 'en';
  return (await findPreferences(db, { accountId, userId })).language ?? 'en';
}

function firstWords(message: string): string {
  const line = defang(message.replaceAll(/\s+/g, ' '));
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
