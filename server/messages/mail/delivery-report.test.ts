import { describe, expect, test } from 'vitest';
import * as reports from '#testing/mails/delivery-reports.ts';
import type { Delivery } from '../../ports/mailer.ts';
import { readDeliveryReport, verdictOn } from './delivery-report.ts';

const mail = { mailId: '01a1f94e-0ae3-7f70-88e9-4b15ef3ee332', to: 'grace@elsewhere.example' };

async function judged(raw: Uint8Array, to = mail.to): Promise<(Delivery & { ids: string[] }) | undefined> {
  const report = await readDeliveryReport(raw);
  const verdict = report && verdictOn(report, to);
  return verdict && { ids: report.mailIds, ...verdict };
}

describe('delivery reports from mail servers', () => {
  test.each([
    [
      'Postfix, refused',
      reports.postfixFailed(mail),
      'bounced',
      `550 5.1.1 <${mail.to}>: Recipient address rejected: User unknown in virtual mailbox table`,
    ],
    [
      'Postfix, delayed',
      reports.postfixDelayed(mail),
      'deferred',
      '4.4.1 connect to mx.elsewhere.example[192.0.2.25]:25: Connection timed out',
    ],
    [
      'Postfix, given up: failed with a temporary code',
      reports.postfixExpired(mail),
      'bounced',
      '4.4.1 connect to mx.elsewhere.example[192.0.2.25]:25: Connection timed out',
    ],
    ['Exim, refused', reports.eximFailed(mail), 'bounced', '552 5.2.2 Mailbox is full'],
    ['Exim without a report', reports.eximOld(mail), 'bounced', '550 5.1.1 No such person at this address'],
    [
      'Exchange, refused',
      reports.exchangeFailed(mail),
      'bounced',
      '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
    ],
    ['by envelope id, and without a reason', reports.byEnvelopeId(mail), 'bounced', '5.1.1'],
  ])('reads %s', async (_, raw, state, reply) => {
    expect(await judged(raw)).toEqual({ ids: [mail.mailId], state, reply });
  });

  test('if a report lists several recipients, the result for our address counts', async () => {
    expect(await judged(reports.severalRecipients(mail))).toBeUndefined();
    expect(await judged(reports.severalRecipients(mail, 'failed'))).toMatchObject({ state: 'bounced' });
    expect(await judged(reports.severalRecipients(mail), 'team@elsewhere.example')).toMatchObject({
      state: 'bounced',
      reply: '5.2.2',
    });
  });

  test.each([
    ['an out-of-office reply', reports.outOfOffice(mail)],
    ['nothing', new Uint8Array()],
    ['bytes', Buffer.from([0, 255, 13, 10, 0, 200, 13, 10])],
    ['a report without recipients', Buffer.from('Content-Type: message/delivery-status\r\n\r\nAction\r\n')],
    ['endlessly nested parts', Buffer.from(nested(400))],
  ])('%s is not a report', async (_, raw) => {
    expect(await judged(raw)).toBeUndefined();
  });

  test('a report of unlimited length is read only up to a limit', async () => {
    const group = `\r\nFinal-Recipient: rfc822;x@elsewhere.example\r\nAction: failed\r\nStatus: 5.0.0\r\n`;
    const many = Buffer.from(
      Buffer.from(reports.postfixFailed(mail))
        .toString()
        .replace('X-Postfix-Queue-ID: 4XyZ\r\n', group.repeat(20_000)),
    );
    const report = await readDeliveryReport(many);
    expect(report?.recipients).toHaveLength(50);
  });
});

function nested(depth: number): string {
  const levels = Array.from({ length: depth }, (_, level) => level);
  return levels
    .map((level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`)
    .join('');
}
