import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { DocumentDetail, RecipientInput } from '#contract/documents/documents.ts';
import { grace, hana, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { openDesk, type Answer, type Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { deleteExpiredDrafts } from '../../records/ceremony-draft-store.ts';
import { extendExpiry, warnBeforeExpiry } from './extend-expiry.ts';
import { newId } from '../../foundation/db/new-id.ts';
import { remindDue } from './remind-recipients.ts';
import { expireDue, expireAndRemindDue } from './watch-expiry.ts';

const day = 86_400_000;
const byJob = { email: '', name: '', confirmedAt: 0, confirmedBy: null, from: null };
const refusal = (status: number, code: string) => ({ status, body: { code } });

describeOnOneDatabase('managing a document out for signature', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    // Runs only jobs. The tests call the scheduled tasks themselves, so that no timer interferes.
    office = await openOffice(await open(), { working: false });
    await office.product.jobs.work(office.product.jobHandlers);
    ada = await office.desk();
  });
  beforeEach(async () => {
    await office.settled();
    office.post.mails.length = 0;
    await signInAgain();
  });

  /** Signs in again, because a session expires long before the documents in these tests. */
  async function signInAgain(): Promise<void> {
    const { app } = office.product;
    const { accountId, userId } = ada;
    const session = await app.sessions.begin({ accountId, userId }, undefined);
    ada = openDesk(office, { accountId, userId, cookie: `sid=${session}` });
  }

  async function out(people: RecipientInput[], send: Record<string, unknown> = {}): Promise<DocumentDetail> {
    const lease = await ada.prepare(sampleLease(1), people);
    const sent = await ada.send(lease.id, send);
    expect(sent.status).toBe(200);
    await office.settled();
    return sent.body;
  }
  const act = (id: string, path: string, body: unknown = {}): Promise<Answer> =>
    ada.post(`/api/documents/${id}/${path}`, body);
  const subjects = (email: string): string[] => office.post.to(email).map(({ subject }) => subject);
  const idOf = (document: DocumentDetail, email: string): string =>
    document.recipients.find((one) => one.email === email)!.id;
  const eventsOf = async (id: string): Promise<string[]> => {
    const trail = await ada.ask<{ intact: boolean; events: { type: string }[] }>(
      `/api/documents/${id}/trail`,
    );
    expect(trail.body.intact).toBe(true);
    return trail.body.events.map(({ type }) => type);
  };
  const services = () => office.product.services;

  test('once a day, Ada can remind the recipients who can act, and no one else', async () => {
    const { id } = await out(
      [
        { ...grace, order: 1 },
        { ...linus, order: 2 },
      ],
      { signingOrder: 'sequential' },
    );
    expect((await act(id, 'remind')).status).toBe(200);
    expect(await act(id, 'remind')).toMatchObject(refusal(429, 'reminder-too-soon'));
    await office.settled();
    expect(subjects(grace.email)).toEqual(['Ada Moreau asks you to sign: lease', 'Reminder: lease']);
    expect(subjects(linus.email)).toEqual([]);
    expect(await act(id, 'remind', { recipientIds: ['nobody'] })).toMatchObject(
      refusal(409, 'no-one-to-remind'),
    );
    const [invitation, reminder] = office.post
      .to(grace.email)
      .map(({ text }) => /\/sign\/\S+/.exec(text)?.[0]);
    expect(reminder).toBe(invitation);
  });

  test('automatic reminders follow the rule and stop once the recipient has signed', async () => {
    const { id } = await out([grace, linus], { reminders: { everyDays: 2, most: 2 } });
    const later = async (ms: number): Promise<void> => {
      office.wait(ms);
      await signInAgain();
      await remindDue(services());
      await remindDue(services());
      await office.settled();
    };
    await later(day);
    expect(subjects(grace.email)).toHaveLength(1);
    await later(day);
    expect(subjects(grace.email)).toHaveLength(2);
    expect((await ada.signer(linus.email).sign()).status).toBe(200);
    for (let turn = 0; turn < 4; turn += 1) await later(2 * day);
    expect(subjects(grace.email)).toHaveLength(3);
    expect(subjects(linus.email)).toHaveLength(2);
    expect((await eventsOf(id)).filter((type) => type === 'reminder_issued')).toHaveLength(3);
  });

  test("while the account's mail is paused, automatic reminders are postponed instead of used up", async () => {
    const { id } = await out([grace], { reminders: { everyDays: 2, most: 1 } });
    const rows = Array.from({ length: 12 }, (_, index) => ({
      account_id: ada.accountId,
      id: newId(office.now()),
      document_id: newId(office.now()),
      kind: 'invitation',
      to_name: '',
      to_address: `list.${index}@elsewhere.example`,
      state: 'bounced',
      reply: '550 No such user',
      created_at: new Date(office.now()),
      due_at: new Date(office.now()),
    }));
    await office.ports.database.db.insertInto('mails').values(rows).execute();
    const reminded = async (): Promise<number> => {
      await remindDue(services());
      await office.settled();
      return (await eventsOf(id)).filter((type) => type === 'reminder_issued').length;
    };
    office.wait(2 * day);
    await signInAgain();
    expect([await reminded(), await reminded()]).toEqual([0, 0]);
    office.wait(6 * day);
    await signInAgain();
    expect(await reminded()).toBe(1);
    expect(subjects(grace.email)).toHaveLength(2);
  });

  test('recipients are warned once before the deadline, and again after an extension', async () => {
    const ends = { ...grace, email: 'grace+ends@harbour.example' };
    const { id } = await out([ends], { expirationDays: 10 });
    const later = async (ms: number): Promise<void> => {
      office.wait(ms);
      await signInAgain();
      await warnBeforeExpiry(services());
      await office.settled();
    };
    await later(6.9 * day);
    expect(subjects(ends.email)).toHaveLength(1);
    await later(0.2 * day);
    await later(0.1 * day);
    expect(subjects(ends.email)).toEqual([expect.any(String), 'Expires soon: lease']);
    expect(subjects('ada@harbour.example')).toEqual(['Expires soon: lease']);
    expect(await act(id, 'extend', { days: 2 })).toMatchObject(refusal(422, 'expiration-invalid'));
    expect(await act(id, 'extend', { days: 20.5 })).toMatchObject(refusal(422, 'expiration-invalid'));
    expect((await act(id, 'extend', { days: 20 })).status).toBe(200);
    await later(5 * day);
    expect((await ada.signer(ends.email).view()).status).toBe(200);
    await later(12.5 * day);
    expect(subjects(ends.email)).toHaveLength(3);
    expect(await eventsOf(id)).toEqual(
      expect.arrayContaining(['expiry_warned', 'expiry_extended', 'expiry_warned']),
    );
  });

  test('a recipient who was warned is reminded a day later, not immediately', async () => {
    const both = { ...grace, email: 'grace+both@harbour.example' };
    await out([both], { expirationDays: 6, reminders: { everyDays: 3, most: 1 } });
    const later = async (ms: number): Promise<void> => {
      office.wait(ms);
      await signInAgain();
      await expireAndRemindDue(services());
      await office.settled();
    };
    await later(3 * day);
    const asked = ['Ada Moreau asks you to sign: lease', 'Expires soon: lease'];
    expect(subjects(both.email)).toEqual(asked);
    await later(0.9 * day);
    expect(subjects(both.email)).toEqual(asked);
    await later(0.1 * day);
    expect(subjects(both.email)).toEqual([...asked, 'Reminder: lease']);
  });

  test('an undeliverable warning is shown with its recipient and can be sent again', async () => {
    const gone = { ...grace, email: 'grace+gone@harbour.example' };
    const document = await out([gone], { expirationDays: 1 });
    office.post.answer(gone.email, { state: 'bounced', reply: '550 No such user' });
    office.wait(0.6 * day);
    await signInAgain();
    await warnBeforeExpiry(services());
    await office.settled();
    expect(subjects('ada@harbour.example').toSorted()).toEqual([
      'Expires soon: lease',
      'Not delivered: lease',
    ]);
    expect((await ada.read(document.id)).recipients[0]).toMatchObject({ delivery: 'bounced' });
    expect((await act(document.id, `recipients/${idOf(document, gone.email)}/resend`)).status).toBe(200);
    await office.settled();
    expect(subjects(gone.email)).toHaveLength(2);
  });

  longTest('one failing document does not block the expiry, warnings or reminders of others', async () => {
    const broken = await out([grace], { expirationDays: 1 });
    const late = await out([{ ...hana, email: 'late@harbour.example' }], { expirationDays: 2 });
    await out([{ ...grace, email: 'first@harbour.example' }], { expirationDays: 6 });
    const reminders = { everyDays: 2, most: 1 };
    await out([{ ...linus, email: 'second@harbour.example' }], { expirationDays: 9, reminders });
    office.wait(3.1 * day);
    await signInAgain();
    const { jobs } = services();
    const enqueue: typeof jobs.enqueue = (tx, name, payload, options) =>
      'documentId' in payload && payload.documentId === broken.id
        ? Promise.reject(new Error('This row is damaged.'))
        : jobs.enqueue(tx, name, payload, options);
    await expect(expireAndRemindDue({ ...services(), jobs: { ...jobs, enqueue } })).rejects.toThrow();
    await office.settled();
    const status = async (id: string) => (await ada.read(id)).status;
    expect([await status(broken.id), await status(late.id)]).toEqual(['sent', 'expired']);
    expect(subjects('first@harbour.example').at(-1)).toBe('Expires soon: lease');
    expect(subjects('second@harbour.example')).toHaveLength(2);
    await expireAndRemindDue(services());
    expect(await status(broken.id)).toBe('expired');
  });

  test('correcting a wrong address ends the old link and invites the right person', async () => {
    const wrong = 'grase@harbour.example';
    const document = await out([{ name: 'Grase', email: wrong }, linus]);
    const before = ada.signer(wrong);
    const corrected = await act(document.id, `recipients/${idOf(document, wrong)}/correct`, grace);
    expect(corrected.status).toBe(200);
    await office.settled();
    expect(await before.view()).toMatchObject(refusal(410, 'link-replaced'));
    expect(await before.sign({ fields: [] })).toMatchObject(refusal(410, 'link-replaced'));
    expect(subjects(wrong)).toHaveLength(1);
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    const late = await act(document.id, `recipients/${idOf(document, wrong)}/correct`, hana);
    expect(late).toMatchObject(refusal(409, 'recipient-has-acted'));
    expect(await eventsOf(document.id)).toContain('recipient_corrected');
  });

  test('correcting only the name keeps the existing link', async () => {
    const document = await out([{ ...grace, name: 'Grase' }]);
    expect((await act(document.id, `recipients/${idOf(document, grace.email)}/correct`, grace)).status).toBe(
      200,
    );
    await office.settled();
    expect(subjects(grace.email)).toHaveLength(1);
    expect((await ada.signer(grace.email).view()).body.recipient.name).toBe(grace.name);
  });

  longTest(
    'a queued email is not sent after a correction, and its bounce does not affect the new person',
    async () => {
      const wrong = 'grase@harbour.example';
      const deferred = { state: 'deferred' as const, reply: '451 try later' };
      office.post.answer(wrong, deferred);
      const document = await out([{ name: 'Grase', email: wrong }]);
      await act(document.id, `recipients/${idOf(document, wrong)}/correct`, grace);
      await office.settled();
      const { db } = office.ports.database;
      // The next retry is due, and the mail server would now accept the email.
      const due = sql`UPDATE pgboss.job SET start_after = now() WHERE name = 'send-mail' AND state = 'retry'`;
      expect((await due.execute(db)).numAffectedRows).toBe(1n);
      await office.settled();
      expect(subjects(wrong)).toEqual([]);
      expect(subjects(grace.email)).toHaveLength(1);
      expect((await due.execute(db)).numAffectedRows).toBe(0n);
      expect((await ada.read(document.id)).recipients[0]?.delivery).toBe('accepted');
    },
  );

  test('only a bounced email can be sent again', async () => {
    office.post.answer(grace.email, { state: 'bounced', reply: '550 5.1.1 unknown user' });
    const document = await out([grace, linus]);
    const path = (email: string): string => `recipients/${idOf(document, email)}/resend`;
    expect((await ada.read(document.id)).recipients[0]).toMatchObject({
      delivery: 'bounced',
      deliveryReply: '550 5.1.1 unknown user',
    });
    expect(await act(document.id, path(linus.email))).toMatchObject(refusal(409, 'mail-not-failed'));
    expect((await act(document.id, path(grace.email))).status).toBe(200);
    await office.settled();
    expect(subjects(grace.email)).toHaveLength(1);
    expect((await ada.read(document.id)).recipients[0]).toMatchObject({ delivery: 'accepted' });
  });

  test.each([
    ['remind', {}],
    ['extend', { days: 20 }],
    ['correct', linus],
    ['resend', undefined],
    ['hand-over', undefined],
  ])('%s is refused after the document has ended and for another account’s document', async (what, body) => {
    const document = await out([grace]);
    const id = idOf(document, grace.email);
    const path = what === 'remind' || what === 'extend' ? what : `recipients/${id}/${what}`;
    const mallory = await office.desk({
      firstName: 'M',
      lastName: 'Q',
      email: 'mallory@elsewhere.example',
    });
    expect(await mallory.post(`/api/documents/${document.id}/${path}`, body)).toMatchObject(
      refusal(404, 'not-found'),
    );
    await act(document.id, 'void', { reason: 'No longer needed' });
    const before = await ada.read(document.id);
    expect(await act(document.id, path, body)).toMatchObject(refusal(410, 'document-voided'));
    expect(await ada.read(document.id)).toEqual(before);
  });

  test('only a stuck seal can be retried', async () => {
    const { id } = await out([grace]);
    expect(await act(id, 'seal')).toMatchObject(refusal(409, 'document-being-signed'));
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    await office.settled();
    expect((await ada.read(id)).status).toBe('completed');
    expect(await act(id, 'seal')).toMatchObject(refusal(409, 'document-completed'));
    const evidence = await ada.ask<{ format: string; events: unknown[] }>(`/api/documents/${id}/evidence`);
    expect(evidence.body.format).toBe('countersign-evidence');
  });

  longTest(
    'extending an expired document keeps its link and draft entries and emails the awaited recipient',
    async () => {
      const late = { ...grace, email: 'grace+late@harbour.example' };
      const lease = await ada.prepare(sampleLease(1), [late, linus], ([graces, linuses]) => [
        { type: 'text', page: 1, x: 20, y: 20, width: 150, height: 40, recipientId: graces! },
        { type: 'signature', page: 1, x: 20, y: 90, width: 150, height: 40, recipientId: linuses! },
      ]);
      expect((await ada.send(lease.id, { expirationDays: 1 })).status).toBe(200);
      await office.settled();
      const signer = ada.signer(late.email);
      expect((await ada.signer(linus.email).sign()).status).toBe(200);
      const values = { [lease.signatureFields[0]!.id]: 'Berth 14' };
      expect((await signer.put('/draft', { values })).status).toBe(200);
      office.wait(day + 1);
      await signInAgain();
      await expireDue(services());
      await office.settled();
      expect(await signer.view()).toMatchObject(refusal(410, 'document-expired'));
      expect(await act(lease.id, 'extend', { days: 0 })).toMatchObject(refusal(422, 'expiration-invalid'));
      expect((await ada.read(lease.id)).status).toBe('expired');

      expect(await act(lease.id, 'extend', { days: 5 })).toMatchObject({ body: { status: 'sent' } });
      await office.settled();
      expect(subjects(late.email)).toEqual([
        'Ada Moreau asks you to sign: lease',
        'Expired: lease',
        'Reminder: lease',
      ]);
      expect(subjects(linus.email)).toEqual([
        'Ada Moreau asks you to sign: lease',
        'Expired: lease',
        'More time: lease',
      ]);
      expect((await signer.view()).body.draft).toMatchObject({ values });
      expect((await signer.sign()).status).toBe(200);
      await office.settled();
      expect((await ada.read(lease.id)).status).toBe('completed');
      expect(await eventsOf(lease.id)).toEqual(
        expect.arrayContaining([
          'document_expired',
          'expiry_extended',
          'reminder_issued',
          'document_completed',
        ]),
      );
    },
  );

  test('draft entries of an expired document are kept for thirty days', async () => {
    const { id } = await out([{ ...grace, email: 'grace+drafts@harbour.example' }], { expirationDays: 1 });
    const signer = ada.signer('grace+drafts@harbour.example');
    expect((await signer.put('/draft', { values: {} })).status).toBe(200);
    office.wait(day + 1);
    await expireDue(services());
    const kept = async (): Promise<number> => {
      await deleteExpiredDrafts(services().db, office.now() - 30 * day);
      const drafts = await services()
        .db.selectFrom('ceremony_drafts')
        .select('saved_at')
        .where('document_id', '=', id)
        .execute();
      return drafts.length;
    };
    expect(await kept()).toBe(1);
    office.wait(29 * day);
    expect(await kept()).toBe(1);
    office.wait(day);
    expect(await kept()).toBe(0);
  });

  test('after a concurrent extension and expiry the document is open, whichever comes first', async () => {
    const { id } = await out([grace], { expirationDays: 1 });
    office.wait(day + 1);
    await signInAgain();
    const [extended] = await Promise.all([
      extendExpiry(services(), { ...byJob, accountId: ada.accountId, userId: ada.userId }, id, 5),
      import('./end-document.ts').then(({ expireDocument }) => expireDocument(services(), ada.accountId, id)),
    ]);
    const after = await ada.read(id);
    expect(after.status).toBe('sent');
    expect(extended).not.toHaveProperty('refused');
  });
});
