import { defang } from '#core/language/defang.ts';
import type { Config } from '../../foundation/config/config.ts';
import { isHandedOver, type Mail } from '../../ports/mailer.ts';
import { saveDelivery } from '../../records/save-delivery.ts';
import { findSupportMessage, type SupportMessageRow } from '../../records/support-store.ts';
import type { MailDeps } from './deps.ts';
import { envelopeOf } from './mail-envelope.ts';
import { renderMailLayout } from './text/mail-layout.ts';
import { MailDeferred } from './send-mail.ts';

/** Emails a message to the operator. Runs as a job and may run twice, with the same Message-ID. */
export async function sendSupportMessage(services: MailDeps, messageId: string): Promise<void> {
  const row = await findSupportMessage(services.db, messageId);
  if (!row || isHandedOver(row.state) || row.state === 'bounced') return;
  const { config, mailer, outbox } = services;
  const delivery = await (config.supportEmail ? mailer : outbox).deliver(await composeMail(services, row));
  await saveDelivery(services.db, 'support_messages', row.id, delivery, services.clock());
  if (delivery.state === 'deferred') throw new MailDeferred(`Support message ${messageId} was postponed`);
}

async function composeMail(services: MailDeps, row: SupportMessageRow): Promise<Mail> {
  const name = defang(row.name);
  const isReport = row.topic === 'abuse';
  const who = row.account_id === null ? 'a visitor' : `an account holder (account ${row.account_id})`;
  const body = await renderMailLayout(
    {
      subject: '',
      heading: isReport ? `${name} reports an email` : `${name} writes to support`,
      paragraphs: [`Topic: ${row.topic}. Replies to this email go to ${row.email}.`],
      quote: defang(row.message),
      action: null,
      small: [
        isReport
          ? 'Reported through the link in that email. The address is the one it was sent to; no identity was checked.'
          : `Written by ${who} on ${services.publicUrl}/support. The name and address are as they typed them.`,
        ...promiseLines(row),
        `Message ${row.id}`,
      ],
    },
    null,
    'en',
    { service: services.from.name },
  );
  return {
    from: services.from,
    to: supportAddress(services.config),
    replyTo: { name, address: row.email },
    subject: isReport ? `Report of abuse: ${name}` : `Support (${row.topic}): ${name}`,
    ...body,
    ...envelopeOf(row.id, { from: services.from }),
    attachments: [],
  };
}

/**
 * Returns lines with the plan, which determines the priority, and the promised response time, if there is
 * one.
 */
function promiseLines(row: SupportMessageRow): string[] {
  const by = [row.plan && `plan ${row.plan}`, row.role && `role ${row.role}`].filter(Boolean).join(', ');
  return [
    ...(by === '' ? [] : [`${row.priority ? 'Priority' : 'No priority'}: ${by}.`]),
    ...(row.due_at === null
      ? []
      : [`A reply is promised by ${row.due_at.toISOString().slice(0, 16).replace('T', ' ')} UTC.`]),
  ];
}

/**
 * Returns the operator's support address. Without SUPPORT_EMAIL, the email remains in the outbox, where any
 * recognizable address will do.
 */
export function supportAddress({ supportEmail, operatorName, publicUrl }: Config): {
  name: string;
  address: string;
} {
  const address = supportEmail ?? `support@${new URL(publicUrl).hostname}`;
  return { name: operatorName ?? 'Support', address };
}
