/**
 * Delivery reports as written by Postfix 3.7, Exim 4.96, Exchange Online and others, with our names and
 * shortened routing details. `mailId` is the id of the email that they are about.
 */
export type ReportedMail = { mailId: string; to: string };

const lines = (...all: string[]): Uint8Array => Buffer.from(all.join('\r\n') + '\r\n');

/** RFC 3462: readable text, fields, and the returned message. */
function report(
  head: string[],
  prose: string[],
  fields: string[],
  returned: [type: string, ...string[]],
): Uint8Array {
  const [type, ...back] = returned;
  return lines(
    ...head,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="4XyZ.1700000000/mail.harbour.example"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--4XyZ.1700000000/mail.harbour.example',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    ...prose,
    '',
    '--4XyZ.1700000000/mail.harbour.example',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    ...fields,
    '',
    '--4XyZ.1700000000/mail.harbour.example',
    `Content-Type: ${type}`,
    '',
    ...back,
    '',
    '--4XyZ.1700000000/mail.harbour.example--',
  );
}

const headersOf = ({ mailId, to }: ReportedMail): string[] => [
  'From: Ada Moreau via Countersign <sign@harbour.example>',
  `To: Grace <${to}>`,
  'Subject: Ada Moreau asks you to sign: Lease',
  `Message-ID: <${mailId}@harbour.example>`,
  'Auto-Submitted: auto-generated',
];

/** Sent to the email's unique return path. */
export const postfixFailed = (mail: ReportedMail): Uint8Array =>
  report(
    [
      'From: MAILER-DAEMON@mail.harbour.example (Mail Delivery System)',
      `To: bounces+${mail.mailId}@harbour.example`,
      'Subject: Undelivered Mail Returned to Sender',
      'Auto-Submitted: auto-replied',
    ],
    [
      "I'm sorry to have to inform you that your message could not",
      'be delivered to one or more recipients.',
    ],
    [
      'Reporting-MTA: dns; mail.harbour.example',
      'X-Postfix-Queue-ID: 4XyZ',
      'X-Postfix-Sender: rfc822; bounces@harbour.example',
      'Arrival-Date: Sat, 21 Nov 2026 22:00:00 +0000 (UTC)',
      '',
      `Final-Recipient: rfc822; ${mail.to}`,
      `Original-Recipient: rfc822;${mail.to}`,
      'Action: failed',
      'Status: 5.1.1',
      'Remote-MTA: dns; mx.elsewhere.example',
      `Diagnostic-Code: smtp; 550 5.1.1 <${mail.to}>: Recipient address`,
      '    rejected: User unknown in virtual mailbox table',
    ],
    ['text/rfc822-headers', 'Return-Path: <bounces@harbour.example>', ...headersOf(mail)],
  );

/** A warning that the server is still trying. Only the returned message identifies the email. */
export const postfixDelayed = (mail: ReportedMail): Uint8Array =>
  report(
    [
      'From: MAILER-DAEMON@mail.harbour.example (Mail Delivery System)',
      'To: sign@harbour.example',
      'Subject: Delayed Mail (still being retried)',
    ],
    ['THIS IS A WARNING ONLY.  YOU DO NOT NEED TO RESEND YOUR MESSAGE.'],
    [
      'Reporting-MTA: dns; mail.harbour.example',
      '',
      `Final-Recipient: rfc822; ${mail.to}`,
      'Action: delayed',
      'Status: 4.4.1',
      'Diagnostic-Code: X-Postfix; connect to mx.elsewhere.example[192.0.2.25]:25:',
      '    Connection timed out',
      'Will-Retry-Until: Thu, 26 Nov 2026 22:00:00 +0000 (UTC)',
    ],
    ['text/rfc822-headers', ...headersOf(mail)],
  );

/** Delivery failed permanently after several days, although the last response was temporary. */
export const postfixExpired = (mail: ReportedMail): Uint8Array =>
  report(
    ['From: MAILER-DAEMON@mail.harbour.example', `To: bounces+${mail.mailId}@harbour.example`],
    ['Your message could not be delivered for 5 days.'],
    [
      'Reporting-MTA: dns; mail.harbour.example',
      '',
      `Final-Recipient: rfc822; ${mail.to}`,
      'Action: failed',
      'Status: 4.4.1',
      'Diagnostic-Code: X-Postfix; connect to mx.elsewhere.example[192.0.2.25]:25: Connection timed out',
    ],
    ['text/rfc822-headers', ...headersOf(mail)],
  );

/** Exim returns the message with its body, and always reports the status 5.0.0. */
export const eximFailed = (mail: ReportedMail): Uint8Array =>
  report(
    [
      `X-Failed-Recipients: ${mail.to}`,
      'Auto-Submitted: auto-replied',
      'From: Mail Delivery System <Mailer-Daemon@mx.elsewhere.example>',
      'To: sign@harbour.example',
      'Subject: Mail delivery failed: returning message to sender',
    ],
    ['This message was created automatically by mail delivery software.'],
    [
      'Reporting-MTA: dns; mx.elsewhere.example',
      '',
      'Action: failed',
      `Final-Recipient: rfc822;${mail.to}`,
      'Status: 5.0.0',
      'Remote-MTA: dns; inner.elsewhere.example',
      'Diagnostic-Code: smtp; 552 5.2.2 Mailbox is full',
    ],
    [
      'message/rfc822',
      ...headersOf(mail),
      '',
      'Hello Grace,',
      '',
      `Message-ID: <not-a-header@harbour.example>`,
    ],
  );

/** Exim before 4.83 sends text and a header with the failed recipient. */
export const eximOld = (mail: ReportedMail): Uint8Array =>
  lines(
    `X-Failed-Recipients: ${mail.to}`,
    'From: Mail Delivery System <Mailer-Daemon@mx.elsewhere.example>',
    `To: bounces+${mail.mailId}@harbour.example`,
    'Subject: Mail delivery failed: returning message to sender',
    '',
    'A message that you sent could not be delivered to one or more of its',
    'recipients. This is a permanent error. The following address(es) failed:',
    '',
    `  ${mail.to}`,
    '    SMTP error from remote mail server after RCPT TO:',
    '    550 5.1.1 No such person at this address',
  );

/** Exchange includes the message in the report, and a proprietary status code. */
export const exchangeFailed = (mail: ReportedMail): Uint8Array =>
  report(
    [
      'From: "Microsoft Outlook" <postmaster@elsewhere.example>',
      'To: <sign@harbour.example>',
      'Subject: Undeliverable: Ada Moreau asks you to sign: Lease',
      'X-MS-Exchange-Message-Is-Ndr:',
    ],
    ['Your message to grace could not be delivered.'],
    [
      'Reporting-MTA: dns;AM0PR01MB0000.eurprd01.prod.example',
      'Received-From-MTA: dns;mail.harbour.example',
      'Arrival-Date: Sat, 21 Nov 2026 22:00:00 +0000',
      '',
      `Original-Recipient: rfc822;${mail.to.toUpperCase()}`,
      `Final-Recipient: rfc822;${mail.to}`,
      'Action: failed',
      'Status: 5.1.10',
      'Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
      'X-Display-Name: Grace',
    ],
    ['message/rfc822', 'Received: from mail.harbour.example', ...headersOf(mail), '', 'Hello Grace,'],
  );

/**
 * A server that supports RFC 3461 identifies the email by its envelope id and does not return the message.
 */
export const byEnvelopeId = (mail: ReportedMail): Uint8Array =>
  report(
    [
      'From: postmaster@relay.example',
      'To: sign@harbour.example',
      'Subject: Delivery Status Notification (Failure)',
    ],
    ['Delivery failed.'],
    [
      `Original-Envelope-Id: ${mail.mailId}@harbour.example`,
      'Reporting-MTA: dns; relay.example',
      '',
      `Original-Recipient: rfc822;${mail.to}`,
      'Final-Recipient: rfc822;g.lindqvist@inner.elsewhere.example',
      'Action: failed (bad destination mailbox address)',
      'Status: 5.1.1 (bad destination mailbox address)',
    ],
    ['text/plain', 'Nothing is returned.'],
  );

/** A list or an alias forwarded the email to several recipients, with different results. */
export const severalRecipients = (mail: ReportedMail, action = 'delivered'): Uint8Array =>
  report(
    ['From: postmaster@relay.example', `To: bounces+${mail.mailId}@harbour.example`],
    ['Some of it failed.'],
    [
      'Reporting-MTA: dns; relay.example',
      '',
      'Final-Recipient: rfc822;archive@elsewhere.example',
      'Action: failed',
      'Status: 5.2.2',
      '',
      `Final-Recipient: rfc822;${mail.to}`,
      `Action: ${action}`,
      'Status: 2.0.0',
    ],
    ['text/rfc822-headers', ...headersOf(mail)],
  );

/** An out-of-office reply, which is not a delivery report. */
export const outOfOffice = (mail: ReportedMail): Uint8Array =>
  lines(
    `From: Grace <${mail.to}>`,
    `To: bounces+${mail.mailId}@harbour.example`,
    'Subject: Out of office: Ada Moreau asks you to sign: Lease',
    'Auto-Submitted: auto-replied (vacation)',
    `In-Reply-To: <${mail.mailId}@harbour.example>`,
    '',
    'I am at sea until 5.12.2026. 550 miles from the next office.',
  );
