import type { SendMailOptions } from 'nodemailer';
import type { Mail, MailPart } from '../../ports/mailer.ts';

/** Our mail in the mail library's terms. Nothing in it is ever read from a path or an address (S-16). */
export function buildMessage(mail: Mail): SendMailOptions {
  return {
    envelope: {
      ...{ from: mail.returnPath ?? mail.from.address, to: mail.to.address },
      size: messageSize(mail),
    },
    from: mail.from,
    to: mail.to,
    ...(mail.replyTo && { replyTo: mail.replyTo }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.messageId}>`,
    headers: headersOf(mail),
    ...(mail.dkim && { dkim: signatureOf(mail.dkim) }),
    attachments: [
      ...mail.attachments.map(partOf),
      ...(mail.pictures ?? []).map((picture) => ({
        ...partOf(picture),
        cid: picture.id,
        contentDisposition: 'inline' as const,
      })),
    ],
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * About the size of the whole message in bytes (RFC 1870 §6.2 allows an estimate): a server that announced a smaller
 * limit refuses it before its parts are sent.
 */
function messageSize({ text, html, attachments, pictures = [] }: Mail): number {
  const parts = [...attachments, ...pictures].reduce((sum, { bytes }) => sum + bytes.length, 0);
  // Four letters for three bytes, and a line end after 76 of them.
  return Math.ceil((parts * 4 * 78) / (3 * 76)) + Math.ceil((text.length + html.length) * 1.1) + 4000;
}

const signatureOf = ({ domain, selector, privateKey }: NonNullable<Mail['dkim']>) => ({
  ...{ domainName: domain, keySelector: selector, privateKey },
});

const partOf = ({ filename, mediaType, bytes }: MailPart) => ({
  filename,
  contentType: mediaType,
  content: Buffer.from(bytes),
});

/**
 * A program wrote it, and nobody's absence note is wanted for it (RFC 3834 §5). The one click of RFC 8058 needs
 * https; with http the address is still there for whoever opens it (RFC 2369).
 */
function headersOf({ unsubscribe }: Mail): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribe !== undefined && { 'List-Unsubscribe': `<${unsubscribe}>` }),
    ...(unsubscribe?.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}
