import type { Kysely } from 'kysely';
import { defang } from '#core/language/defang.ts';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../ports/clock.ts';
import { isHandedOver, type Mail, type Mailer } from '../ports/mailer.ts';
import {
  findSupportMessage,
  saveSupportDelivery,
  type SupportMessageRow,
} from '../records/support-message-store.ts';
import { envelopeOf } from './mail-envelope.ts';
import { layMail } from './mail-layout.ts';
import { MailDeferred } from './send-mail.ts';

export type SupportMailServices = {
  db: Kysely<Schema>;
  mailer: Mailer;
  clock: Clock;
  publicUrl: string;
  from: { name: string; address: string };
  to: { name: string; address: string };
};

/** Mails a message to whoever runs this installation. Run as a job, and so perhaps twice: the Message-ID stays. */
export async function sendSupportMessage(services: SupportMailServices, messageId: string): Promise<void> {
  const row = await findSupportMessage(services.db, messageId);
  if (!row || isHandedOver(row.state) || row.state === 'bounced') return;
  const delivery = await services.mailer.deliver(await composeMail(services, row));
  await saveSupportDelivery(services.db, row.id, delivery, services.clock());
  if (delivery.state === 'deferred') throw new MailDeferred(`Support message ${messageId} was put off`);
}

async function composeMail(services: SupportMailServices, row: SupportMessageRow): Promise<Mail> {
  const name = defang(row.name);
  const isReport = row.topic === 'abuse';
  const who = row.account_id === null ? 'a visitor' : `an account holder (account ${row.account_id})`;
  const body = await layMail(
    {
      subject: '',
      heading: isReport ? `${name} reports a mail` : `${name} writes to support`,
      paragraphs: [`Topic: ${row.topic}. Reply to ${row.email}; this mail does so by itself.`],
      quote: defang(row.message),
      action: null,
      small: [
        isReport
          ? 'Reported by the link in that mail. The address is the one that it went to; nobody’s identity was checked.'
          : `Written by ${who} on ${services.publicUrl}/support. The name and the address are what they typed.`,
        `Message ${row.id}`,
      ],
    },
    null,
  );
  return {
    from: services.from,
    to: services.to,
    replyTo: { name, address: row.email },
    subject: isReport ? `Report of abuse: ${name}` : `Support (${row.topic}): ${name}`,
    ...body,
    ...envelopeOf(row.id, services),
    attachments: [],
  };
}
