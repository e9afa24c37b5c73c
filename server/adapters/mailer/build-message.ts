import type { SendMailOptions } from 'nodemailer';
import type { Mail } from '../../ports/mailer.ts';

/** Our mail in the mail library's terms. Nothing in it is ever read from a path or an address (S-16). */
export function buildMessage(mail: Mail): SendMailOptions {
  return {
    from: mail.from,
    to: mail.to,
    ...(mail.replyTo && { replyTo: mail.replyTo }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.messageId}>`,
    attachments: mail.attachments.map(({ filename, mediaType, bytes }) => ({
      filename,
      contentType: mediaType,
      content: Buffer.from(bytes),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
