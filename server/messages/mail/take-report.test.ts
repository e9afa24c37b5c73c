import { beforeAll, expect, test } from 'vitest';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Answer, Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import * as reports from '#testing/mails/delivery-reports.ts';
import { openReceiver } from '#testing/servers/webhook-receiver.ts';
import { findDocument } from '../../records/document-store.ts';
import { peopleBlocks } from '../../evidence/certificate/certificate-people.ts';
import { certificateMessages } from '../../evidence/certificate/certificate-texts.ts';
import { readSigningRecord } from '../../evidence/record/signing-record.ts';

const secret = 'what the mail server and we both know';
const settings = { MAIL_BOUNCES: 'bounces@harbour.example', MAIL_BOUNCES_SECRET: secret };

describeOnOneDatabase('reports about bounced emails (F-06)', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await open(), { settings });
    ada = await office.desk();
  });

  const report = (
    raw: Uint8Array,
    authorization = `Bearer ${secret}`,
  ): Promise<Answer<{ noted?: boolean }>> =>
    ada.ask('/api/mail/bounces', {
      method: 'POST',
      body: Buffer.from(raw),
      headers: { 'content-type': 'message/rfc822', authorization, cookie: '' },
    });

  /**
   * Sends a lease to Grace and Linus, whose mail servers accept the invitations. Returns the data that a
   * report about Grace's email contains.
   */
  async function sent(): Promise<{ id: string; mail: reports.ReportedMail }> {
    const { id } = await ada.sent(sampleLease(1), [grace, linus]);
    const { messageId } = office.post.to(grace.email).at(-1)!;
    return { id, mail: { mailId: messageId.split('@')[0]!, to: grace.email } };
  }

  const toldOf = async (id: string): Promise<(string | null)[]> => {
    const [first] = (await ada.read(id)).recipients;
    return [first!.delivery, first!.deliveryReply];
  };

  async function mailEvents(id: string): Promise<string[]> {
    const { body } = await ada.ask<{ events: { type: string }[]; intact: boolean }>(
      `/api/documents/${id}/trail`,
    );
    expect(body.intact).toBe(true);
    return body.events.map(({ type }) => type).filter((type) => type.startsWith('mail_'));
  }

  test('each email about a document has a unique return path', async () => {
    const { mail } = await sent();
    expect(office.post.to(grace.email).at(-1)?.returnPath).toBe(`bounces+${mail.mailId}@harbour.example`);
  });

  test('a late bounce is shown, recorded and reported to the sender only once, however often it arrives', async () => {
    const { id, mail } = await sent();
    expect(await toldOf(id)).toEqual(['accepted', '250 OK']);
    const before = office.post.to('ada@harbour.example').length;
    expect(await report(reports.postfixFailed(mail))).toMatchObject({ status: 200, body: { noted: true } });
    for (const again of [
      reports.postfixFailed(mail),
      reports.exchangeFailed(mail),
      reports.postfixDelayed(mail),
    ])
      expect(await report(again)).toMatchObject({ status: 200, body: { noted: false } });
    await office.settled();
    expect(await toldOf(id)).toEqual(['bounced', expect.stringContaining('550 5.1.1')]);
    // The newest email is the notification to Ada.
    expect(await mailEvents(id)).toEqual(['mail_accepted', 'mail_accepted', 'mail_bounced', 'mail_accepted']);
    const news = office.post.to('ada@harbour.example').slice(before);
    expect(news.map(({ subject }) => subject)).toEqual(['Not delivered: lease']);
    expect(news[0]?.text).toContain('> 550 5.1.1');
    const { body } = await ada.ask<{ kind: string; person: string }[]>('/api/notices?limit=1');
    expect(body[0]).toMatchObject({ kind: 'delivery-failed', person: grace.email });
    expect((await ada.read(id)).status).toBe('sent');
  });

  test('after a correction of the address, a report about the earlier email does not affect the new recipient', async () => {
    const { id, mail } = await sent();
    await report(reports.exchangeFailed(mail));
    const [recipient] = (await ada.read(id)).recipients;
    const path = `/api/documents/${id}/recipients/${recipient!.id}/correct`;
    await ada.post(path, { name: grace.name, email: 'grace@quay.example' });
    await office.settled();
    expect(await toldOf(id)).toEqual(['accepted', '250 OK']);
    expect(await report(reports.eximFailed(mail))).toMatchObject({ body: { noted: false } });
    expect(await toldOf(id)).toEqual(['accepted', '250 OK']);
  });

  test('a late bounce from the previous address neither affects the new recipient nor notifies anyone', async () => {
    const { url } = await openReceiver();
    const kinds = ['recipient.undelivered'];
    const added = await ada.post<{ webhook: { id: string } }>('/api/webhooks', { url, kinds });
    const { id, mail } = await sent();
    const [recipient] = (await ada.read(id)).recipients;
    const path = `/api/documents/${id}/recipients/${recipient!.id}/correct`;
    await ada.post(path, { name: grace.name, email: 'grace@quay.example' });
    await office.settled();
    const before = office.post.to('ada@harbour.example').length;

    expect(await report(reports.postfixFailed(mail))).toMatchObject({ body: { noted: true } });
    await office.settled();
    expect(await mailEvents(id)).toContain('mail_bounced');
    expect(await toldOf(id)).toEqual(['accepted', '250 OK']);
    expect(await printedOf(id)).toContain('Email accepted');
    expect(await heardOf(id, before)).toEqual({ webhooks: 0, bell: 0, mails: 0 });

    const { messageId } = office.post.to('grace@quay.example').at(-1)!;
    const own = { mailId: messageId.split('@')[0]!, to: 'grace@quay.example' };
    expect(await report(reports.postfixFailed(own))).toMatchObject({ body: { noted: true } });
    await office.settled();
    expect(await printedOf(id)).toContain('Email bounced');
    expect(await heardOf(id, before)).toEqual({ webhooks: 1, bell: 1, mails: 1 });
    expect((await ada.delete(`/api/webhooks/${added.body.webhook.id}`)).status).toBe(204);
  });

  /** Returns the labels of the first recipient's rows on the certificate. */
  async function printedOf(id: string): Promise<string[]> {
    const { db } = office.product.services;
    const whole = await findDocument(db, ada.accountId, id);
    const record = await readSigningRecord(db, whole!);
    const [block] = peopleBlocks(record, new Map(), certificateMessages('en'));
    return block?.kind === 'signature'
      ? [...(block.pairs ?? []), ...block.rows].map(({ label }) => label)
      : [];
  }

  /** Counts the notifications to Ada and her programs about undelivered emails of this document. */
  async function heardOf(id: string, mailsBefore: number): Promise<Record<string, number>> {
    const { db } = office.product.services;
    const webhooks = await db
      .selectFrom('webhook_events')
      .select('id')
      .where('document_id', '=', id)
      .execute();
    const { body } = await ada.ask<{ document: { id: string } | null }[]>('/api/notices');
    const bell = body.filter(({ document }) => document?.id === id).length;
    const mails = office.post.to('ada@harbour.example').length - mailsBefore;
    return { webhooks: webhooks.length, bell, mails };
  }

  test('a delay is shown as such, does not cause a second email, and may end in a bounce', async () => {
    const { id, mail } = await sent();
    const mails = office.post.mails.length;
    expect((await report(reports.postfixDelayed(mail))).body).toEqual({ noted: true });
    expect((await report(reports.postfixDelayed(mail))).body).toEqual({ noted: false });
    expect(await toldOf(id)).toEqual(['deferred', expect.stringContaining('4.4.1')]);
    // The email's job runs again, as after a crash.
    const { accountId } = ada;
    const { jobs } = office.product;
    await office.ports.database.db
      .transaction()
      .execute((tx) => jobs.enqueue(tx, 'send-mail', { accountId, mailId: mail.mailId }));
    await office.settled();
    expect(office.post.mails).toHaveLength(mails);
    expect((await report(reports.postfixExpired(mail))).body).toEqual({ noted: true });
    expect((await toldOf(id))[0]).toBe('bounced');
    expect((await mailEvents(id)).slice(2, 4)).toEqual(['mail_deferred', 'mail_bounced']);
  });

  test('reports about unknown emails, and invalid reports, are accepted and have no effect', async () => {
    const { id, mail } = await sent();
    const strange = { ...mail, mailId: '01a1f94e-0ae3-7f70-88e9-4b15ef3ee332' };
    const nothing = [
      reports.postfixFailed(strange),
      reports.outOfOffice(mail),
      reports.severalRecipients(mail),
      new Uint8Array(),
    ];
    for (const raw of nothing)
      expect(await report(raw)).toMatchObject({ status: 200, body: { noted: false } });
    expect(await toldOf(id)).toEqual(['accepted', '250 OK']);
  });

  test.each([
    ['no secret', ''],
    ['another secret', `Bearer ${secret}!`],
    ['the secret without its scheme', secret],
  ])('Mallory cannot report a bounce with %s', async (_, authorization) => {
    const { id, mail } = await sent();
    expect(await report(reports.postfixFailed(mail), authorization)).toMatchObject({
      status: 401,
      body: { code: 'not-signed-in' },
    });
    expect(await toldOf(id)).toEqual(['accepted', '250 OK']);
  });

  test('no one can post reports if no secret is configured', async () => {
    const other = await openOffice(await open());
    const answer = await other.product.app.inject({
      method: 'POST',
      url: '/api/mail/bounces',
      headers: { 'content-type': 'message/rfc822', authorization: 'Bearer undefined' },
      payload: 'To: bounces',
    });
    expect([404, 415]).toContain(answer.statusCode);
  });
});
