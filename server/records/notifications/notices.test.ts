import { beforeAll, expect, test } from 'vitest';
import type { NoticeView } from '#contract/accounts/notices.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { deleteOldNotices } from './delete-old-notices.ts';

describeOnOneDatabase('an owner’s notifications', (open) => {
  let office: Office;
  let ada: Desk;
  let lease: string;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
    ({ id: lease } = await ada.prepare(sampleLease(1), [grace, { ...linus, role: 'approver' }]));
    await ada.send(lease);
    await office.settled();
    for (const { email } of [grace, linus]) {
      office.wait(1000);
      await ada.signer(email).opened();
      office.wait(1000);
      await ada.signer(email).sign();
    }
    await office.settled();
  });

  const read = async (desk: Desk, query = '') => {
    const { body, headers } = await desk.ask<NoticeView[]>(`/api/notices${query}`);
    return { notices: body, unread: headers['x-unread-count'], link: headers['link'] as string | undefined };
  };
  const brief = ({ kind, person, approved }: NoticeView) => ({ kind, person, approved });

  test('lists what recipients do, newest first, but not what the owner does', async () => {
    const { notices, unread } = await read(ada);
    expect(notices.map(brief)).toEqual([
      { kind: 'document-completed', person: null, approved: false },
      { kind: 'recipient-signed', person: linus.name, approved: true },
      { kind: 'recipient-opened', person: linus.name, approved: false },
      { kind: 'recipient-signed', person: grace.name, approved: false },
      { kind: 'recipient-opened', person: grace.name, approved: false },
    ]);
    expect(notices[0]?.document).toMatchObject({ id: lease, open: true });
    expect(unread).toBe('5');
  });

  test('lists notifications page by page', async () => {
    const first = await read(ada, '?limit=2');
    const next = /<([^>]+)>/.exec(first.link ?? '')?.[1] ?? '';
    const second = await ada.ask<NoticeView[]>(next);
    expect(second.body.map(({ kind }) => kind)).toEqual(['recipient-opened', 'recipient-signed']);
  });

  test('only their owner can mark notifications as read, one by one or all together', async () => {
    const mallory = await office.desk({
      firstName: 'Mallory',
      lastName: 'Quill',
      email: 'm@elsewhere.example',
    });
    const [newest] = (await read(ada)).notices;
    const mark = (desk: Desk, body: unknown) => desk.post('/api/notices/read', body);
    await mark(mallory, { ids: [newest?.id] });
    await mark(mallory, { all: true });
    expect((await read(mallory)).notices).toEqual([]);
    expect((await read(ada)).unread).toBe('5');
    expect((await mark(ada, { ids: [newest?.id, 'no id'] })).status).toBe(204);
    expect((await read(ada)).unread).toBe('4');
    await mark(ada, { all: true });
    const { notices, unread } = await read(ada);
    expect([unread, notices.every((notice) => notice.read)]).toEqual(['0', true]);
    expect((await mark(ada, {})).status).toBe(400);
  });

  test('reports declined documents and bounced emails', async () => {
    const sent = async () => {
      const { id } = await ada.prepare(sampleLease(1), [grace]);
      await ada.send(id, { expirationDays: 1 });
      await office.settled();
      return id;
    };
    await sent();
    await ada.signer(grace.email).decline('Not mine');
    const { notices: declined } = await read(ada, '?limit=1');
    expect(declined.map(brief)).toEqual([
      { kind: 'recipient-declined', person: grace.name, approved: false },
    ]);
    office.post.answer(grace.email, { state: 'bounced', reply: '550 No such person' });
    const id = await sent();
    const { notices: bounced } = await read(ada, '?limit=1');
    expect(bounced[0]).toMatchObject({ kind: 'delivery-failed', person: grace.email });
    await ada.post(`/api/documents/${id}/void`, { reason: 'Wrong address' });
    await ada.delete(`/api/documents/${id}`);
    const { notices } = await read(ada, '?limit=1');
    expect(notices[0]?.document).toMatchObject({ id, open: false });
  });

  test('follows the member’s preferences in the app and for emails', async () => {
    const off = { inApp: false, mail: false };
    const change = { notifications: { 'recipient-opened': { inApp: false }, 'recipient-declined': off } };
    expect((await ada.patch('/api/user/preferences', change)).status).toBe(200);
    const before = (await read(ada)).notices.length;
    await ada.sent(sampleLease(1), [grace]);
    const mailCount = () => office.post.to('ada@harbour.example').length;
    const mailsBefore = mailCount();
    await ada.signer(grace.email).opened();
    await ada.signer(grace.email).decline('Not mine');
    await office.settled();
    expect((await read(ada)).notices.length).toBe(before);
    expect(mailCount()).toBe(mailsBefore);
  });

  test('emails about every signature if enabled, and includes the last one in the email with the sealed copy', async () => {
    const choose = (notifications: object) => ada.patch('/api/user/preferences', { notifications });
    const mailsOf = async (...signing: (typeof grace)[]) => {
      await ada.sent(sampleLease(1), [grace, { ...linus, role: 'approver' }]);
      const before = office.post.to('ada@harbour.example').length;
      for (const { email } of signing) await ada.signer(email).sign();
      await office.settled();
      return office.post.to('ada@harbour.example').slice(before);
    };
    const subjectsOf = async (...signing: (typeof grace)[]) =>
      (await mailsOf(...signing)).map(({ subject }) => subject).sort();
    expect(await mailsOf(grace)).toEqual([]);
    await choose({ 'recipient-signed': { mail: true } });
    expect(await subjectsOf(grace, linus)).toEqual(['Completed: lease', 'Signed: lease']);
    await choose({ 'document-completed': { mail: false } });
    expect(await subjectsOf(linus, grace)).toEqual(['Approved: lease', 'Signed: lease']);
    expect((await mailsOf(linus))[0]?.text).toContain(`${linus.name} <${linus.email}> has approved.`);
    await ada.patch('/api/user/preferences', { language: 'ar' });
    expect((await mailsOf(grace))[0]?.subject).toBe('تم التوقيع: \u2068lease\u2069');
  });

  test('emails about a bounce unless the sender turned that off', async () => {
    const failing = async () => {
      office.post.answer(grace.email, { state: 'bounced', reply: '550 No such person' });
      const before = office.post.to('ada@harbour.example').length;
      await ada.sent(sampleLease(1), [grace]);
      return office.post.to('ada@harbour.example').length - before;
    };
    expect(await failing()).toBe(1);
    const off = { notifications: { 'delivery-failed': { mail: false } } };
    await ada.patch('/api/user/preferences', off);
    expect(await failing()).toBe(0);
  });

  test('deletes notifications after 90 days', async () => {
    const { db } = office.ports.database;
    expect(await deleteOldNotices(db, office.now() + 89 * 86_400_000)).toBe(0);
    expect(await deleteOldNotices(db, office.now() + 91 * 86_400_000)).toBeGreaterThan(5);
    expect((await read(ada)).notices).toEqual([]);
  });
});

describeOnOneDatabase('a sender who signs their own document', (open) => {
  test('does not notify senders of their own signature', async () => {
    const office = await openOffice(await open());
    const ada = await office.desk();
    const self = { name: 'Ada Moreau', email: 'ada@harbour.example' };
    await ada.sent(sampleLease(1), [self, grace]);
    await ada.signer(self.email).opened();
    await ada.signer(self.email).sign();
    expect((await ada.ask('/api/notices')).body).toEqual([]);
  });
});
