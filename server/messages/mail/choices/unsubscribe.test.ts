import { beforeAll, expect, test } from 'vitest';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { loggedPath } from '../../../foundation/process/redact.ts';

const oneClick = {
  method: 'POST' as const,
  body: Buffer.from('List-Unsubscribe=One-Click'),
  headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: '' },
};

describeOnOneDatabase('one-click unsubscribe (RFC 8058)', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await open(), { settings: { PUBLIC_URL: 'http://sign.harbour.example' } });
    ada = await office.desk();
  });

  const news = () => office.post.to('ada@harbour.example');

  async function sentAndDeclined(): Promise<void> {
    await ada.sent(sampleLease(1), [grace]);
    await ada.signer(grace.email).decline('Not this berth.');
    await office.settled();
  }

  /** Returns the path in the unsubscribe header of Ada's newest email. */
  function linkOfNews(): string {
    const { unsubscribe } = news().at(-1)!;
    expect(unsubscribe).toMatch(/^http:\/\/sign\.harbour\.example\/api\/mail\/unsubscribe\/[\w-]+$/);
    return new URL(unsubscribe!).pathname;
  }

  const choices = async (): Promise<Record<string, { mail: boolean | null; inApp: boolean | null }>> =>
    (await ada.ask<{ notifications: never }>('/api/user/preferences')).body.notifications;

  test('one click in Ada’s mail program disables this kind of email and no other', async () => {
    await sentAndDeclined();
    const before = await choices();
    expect(before['recipient-declined']).toEqual({ inApp: true, mail: true });
    const path = linkOfNews();
    expect((await ada.ask(path, oneClick)).status).toBe(204);
    expect((await ada.ask(path, oneClick)).status).toBe(204);
    expect(await choices()).toEqual({ ...before, 'recipient-declined': { inApp: true, mail: false } });
    const mails = news().length;
    await sentAndDeclined();
    expect(news()).toHaveLength(mails);
  });

  test('nothing changes when a scanner opens the link, and a person sees the settings', async () => {
    await ada.patch('/api/user/preferences', { notifications: { 'recipient-declined': { mail: true } } });
    await sentAndDeclined();
    const answer = await ada.ask(linkOfNews(), { headers: { cookie: '' } });
    expect([answer.status, answer.headers['location']]).toEqual([302, '/settings/notifications']);
    expect((await choices())['recipient-declined']).toEqual({ inApp: true, mail: true });
  });

  test('emails that ask a recipient to act have no unsubscribe link', async () => {
    await sentAndDeclined();
    for (const mail of office.post.to(grace.email)) expect(mail.unsubscribe).toBeUndefined();
  });

  test('Mallory cannot disable another member’s emails', async () => {
    const before = await choices();
    await sentAndDeclined();
    const path = linkOfNews();
    const bytes = Buffer.from(path.split('/').at(-1)!, 'base64url');
    bytes[bytes.length - 1]! ^= 1;
    const forged = ['none', bytes.toString('base64url'), 'A'.repeat(90), 'A'.repeat(5000)];
    for (const token of forged)
      expect((await ada.ask(`/api/mail/unsubscribe/${token}`, oneClick)).status).toBeGreaterThanOrEqual(404);
    expect(await choices()).toEqual(before);
  });
});

test('the log contains no unsubscribe link', () => {
  expect(loggedPath('/api/mail/unsubscribe/QmVydGggMTQ?x=1')).toBe('/api/mail/unsubscribe/(token)');
});
