import type { SendMailOptions } from 'nodemailer';
import type { Mail, MailPart } from '../../ports/mailer.ts';

/** Converts a mail to the library's format. The library never reads content from a path or URL (S-16). */
export function buildMessage(mail: Mail): SendMailOptions {
  return {
    envelope: {
      from: mail.returnPath ?? mail.from.address,
      to: mail.to.address,
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
 * Returns the approximate message size in bytes (RFC 1870 §6.2 allows an estimate). A server with a smaller
 * limit rejects the message before its content is sent.
 */
function messageSize({ text, html, attachments, pictures = [] }: Mail): number {
  const parts = [...attachments, ...pictures].reduce((sum, { bytes }) => sum + bytes.length, 0);
  // Base64: four characters per three bytes, plus a line break every 76 characters.
  return Math.ceil((parts * 4 * 78) / (3 * 76)) + Math.ceil((text.length + html.length) * 1.1) + 4000;
}

const signatureOf = ({ domain, selector, privateKey }: NonNullable<Mail['dkim']>) => ({
  domainName: domain,
  keySelector: selector,
  privateKey,
});

const partOf = ({ filename, mediaType, bytes }: MailPart) => ({
  filename,
  contentType: mediaType,
  content: Buffer.from(bytes),
});

/**
 * Returns headers that mark the mail as automatic, so that it gets no vacation replies (RFC 3834 §5).
 * One-click unsubscribe (RFC 8058) requires https; with http the URL is included only for people to open (RFC
 * 2369).
 */
function headersOf({ unsubscribe }: Mail): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribe !== undefined && { 'List-Unsubscribe': `<${unsubscribe}>` }),
    ...(unsubscribe?.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}
