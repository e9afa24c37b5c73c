import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { RecipientInput, SendBody } from '#contract/documents/documents.ts';
import type { PlanName } from '#core/plan/plans.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { openDesk, type Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Mail } from '../../ports/mailer.ts';
import { sendInTransaction } from '../../documents/sending/send-document.ts';
import { expireAndRemindDue } from '../../documents/sending/watch-expiry.ts';

const day = 86_400_000;
const putOff = { state: 'deferred', reply: '451 Try later' } as const;

/** Opens Ada's office, where deferred emails wait until a test makes them due. */
function waitingRoom(open: () => Promise<Database>, plan: PlanName = 'business') {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await open(), { settings: { NEW_ACCOUNT_MAILS: '1' } });
    await sql`UPDATE pgboss.queue SET retry_delay = 36000, retry_delay_max = 72000 WHERE name = 'send-mail'`.execute(
      office.ports.database.db,
    );
  });
  beforeEach(async () => {
    await office.settled();
    office.post.mails.length = 0;
    ada = await office.desk({ plan });
    // Makes the account new, even if earlier tests moved the clock. A new account may email only a few people
    // a day.
    const begun = { created_at: new Date(office.now()) };
    await office.ports.database.db
      .updateTable('accounts')
      .set(begun)
      .where('id', '=', ada.accountId)
      .execute();
  });

  async function itsHourComes(): Promise<void> {
    await sql`UPDATE pgboss.job SET start_after = now() WHERE name = 'send-mail' AND state IN ('created', 'retry')`.execute(
      office.ports.database.db,
    );
    await office.settled();
  }

  /** Advances the clock and signs Ada in again. */
  async function later(ms: number): Promise<void> {
    office.wait(ms);
    const { accountId, userId } = ada;
    const session = await office.product.app.sessions.begin({ accountId, userId }, undefined);
    ada = openDesk(office, { accountId, userId, cookie: `sid=${session}` });
  }

  const out = async (to: RecipientInput[], send: Record<string, unknown> = {}): Promise<string> => {
    const { id } = await ada.prepare(sampleLease(1), to);
    expect((await ada.send(id, send)).status).toBe(200);
    await office.settled();
    return id;
  };
  const act = (id: string, path: string, body: unknown) => ada.post(`/api/documents/${id}/${path}`, body);
  const subjects = (email: string): string[] => office.post.to(email).map(({ subject }) => subject);

  /** Sends a document like a bulk send, whose emails are queued one after the other. */
  async function sendInTurn(to: RecipientInput, send: SendBody = {}): Promise<string> {
    const { services } = office.product;
    const { id } = await ada.prepare(sampleLease(1), [to]);
    const person = { email: 'ada@harbour.example', name: 'Ada', confirmedAt: office.now() };
    const owner = { accountId: ada.accountId, userId: ada.userId, ...person, confirmedBy: null, from: null };
    const refused = await services.db
      .transaction()
      .execute((tx) => sendInTransaction(tx, services, owner, id, send, 'wait'));
    expect(refused).toBeUndefined();
    return id;
  }

  /** Reports the account for each of these emails, as their readers. */
  async function reportedBy(mails: Mail[]): Promise<void> {
    for (const { text } of mails) {
      const path = /\/mail\/[\w-]{64}/.exec(text)![0];
      const report = await ada.ask(path, {
        method: 'POST',
        body: Buffer.from('act=report&note='),
        headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: '' },
      });
      expect(report.status).toBe(303);
    }
    await office.settled();
  }

  return {
    later,
    out,
    act,
    subjects,
    sendInTurn,
    itsHourComes,
    reportedBy,
    office: () => office,
    ada: () => ada,
  };
}

describeOnOneDatabase('delayed emails that are no longer accurate', (open) => {
  const { later, out, act, subjects, sendInTurn, itsHourComes, office, ada } = waitingRoom(open);

  test('a recipient who got no email about the document yet is not notified when it is voided (S-15)', async () => {
    office().post.answer(linus.email, putOff);
    const lease = await out([linus, grace]);
    expect((await act(lease, 'void', { reason: 'Wrong person' })).status).toBe(200);
    await itsHourComes();
    expect(subjects(linus.email)).toEqual([]);
    expect(subjects(grace.email)).toEqual(['Ada Moreau asks you to sign: lease', 'Voided: lease']);
  });

  longTest(
    'a stranger gets no more emails than the limit from documents that are voided while their emails are waiting (S-15)',
    async () => {
      const victim = { ...grace, email: 'victim@elsewhere.example' };
      const leases: string[] = [];
      for (let n = 0; n < 14; n += 1) leases.push(await sendInTurn(victim));
      await office().settled();
      expect(subjects(victim.email)).toHaveLength(10);
      for (const lease of leases.slice(9)) await act(lease, 'void', { reason: 'Read this instead' });
      await itsHourComes();
      expect(subjects(victim.email).slice(10)).toEqual(['Voided: lease']);
    },
  );

  test('a recipient who opened it on the sender’s device is notified when it ends, even without an earlier email', async () => {
    office().post.answer(grace.email, putOff);
    const lease = await out([grace, linus]);
    const { recipients } = await ada().read(lease);
    const handed = await act(lease, `recipients/${recipients[0]!.id}/hand-over`, {});
    const { url } = handed.body as { url: string };
    const path = `/api/sign/${url.split('/').at(-1)!}`;
    await ada().ask(`${path}/file`);
    expect((await ada().post(`${path}/opened`)).status).toBe(204);
    await ada().signer(linus.email).decline('Too dear');
    await office().settled();
    expect(subjects(grace.email)).toEqual(['Declined: lease']);
  });

  test('a notification of the expiry is not sent after an extension', async () => {
    const lease = await out([grace], { expirationDays: 1 });
    await later(day + 60_000);
    office().post.answer(grace.email, putOff);
    office().post.answer('ada@harbour.example', putOff);
    await expireAndRemindDue(office().product.services);
    await office().settled();
    expect((await act(lease, 'extend', { days: 30 })).status).toBe(200);
    await itsHourComes();
    expect(subjects(grace.email)).toEqual(['Ada Moreau asks you to sign: lease', 'Reminder: lease']);
    expect(subjects('ada@harbour.example')).toEqual([]);
  });

  test('neither an expiry warning after an extension nor a reminder after a request for paper is sent', async () => {
    const lease = await out([grace], { expirationDays: 4 });
    await later(2.1 * day);
    office().post.answer(grace.email, putOff);
    office().post.answer('ada@harbour.example', putOff);
    await expireAndRemindDue(office().product.services);
    await office().settled();
    expect((await act(lease, 'extend', { days: 30 })).status).toBe(200);
    office().post.answer(grace.email, putOff);
    expect((await act(lease, 'remind', {})).status).toBe(200);
    await office().settled();
    expect((await ada().signer(grace.email).paper()).status).toBe(204);
    await itsHourComes();
    expect(subjects(grace.email)).toEqual(['Ada Moreau asks you to sign: lease']);
    expect(subjects('ada@harbour.example')).toEqual(['Paper copy requested: lease']);
  });

  test('an expired one-time code is not emailed, and an earlier email never contains a new code', async () => {
    await out([{ ...grace, mailCode: true }]);
    const signer = ada().signer(grace.email);
    const before = subjects(grace.email).length;
    office().post.answer(grace.email, putOff);
    expect((await signer.post('/code')).status).toBe(204);
    await office().settled();
    office().wait(60_000);
    expect((await signer.post('/code')).status).toBe(204);
    await itsHourComes();
    expect(subjects(grace.email).slice(before)).toEqual([expect.stringMatching(/^Your code: /)]);
    office().wait(60_000);
    office().post.answer(grace.email, putOff);
    expect((await signer.post('/code')).status).toBe(204);
    await office().settled();
    office().wait(15 * 60_000);
    await itsHourComes();
    expect(subjects(grace.email).slice(before)).toHaveLength(1);
  });

  longTest('an expiry warning is never the first email about a document (S-15)', async () => {
    const victim = { ...grace, email: 'warned@elsewhere.example' };
    for (let n = 0; n < 12; n += 1) await sendInTurn(victim, { expirationDays: 1 });
    await office().settled();
    expect(subjects(victim.email)).toHaveLength(10);
    await later(13 * 3_600_000);
    await expireAndRemindDue(office().product.services);
    await office().settled();
    expect(subjects(victim.email).slice(10)).toEqual(Array.from({ length: 10 }, () => 'Expires soon: lease'));
  });
});

describeOnOneDatabase('an account whose emails are paused (S-15)', (open) => {
  const { later, out, subjects, sendInTurn, itsHourComes, reportedBy, office, ada } = waitingRoom(
    open,
    'pro',
  );

  longTest('no expiry warning is sent while the account is paused', async () => {
    const lease = await out([grace], { expirationDays: 20 });
    await later(16.9 * day);
    for (let n = 0; n < 4; n += 1) await out([{ ...linus, email: `reader.${n}@warned.example` }]);
    await reportedBy(office().post.mails.filter(({ to }) => to.address.endsWith('@warned.example')));
    await later(0.2 * day);
    await expireAndRemindDue(office().product.services);
    await office().settled();
    expect((await ada().read(lease)).status).toBe('sent');
    expect(subjects(grace.email)).toEqual(['Ada Moreau asks you to sign: lease']);
    expect(subjects('ada@harbour.example')).toEqual(['Expires soon: lease']);
  });

  test('waiting emails are held back while the account is paused, and sent afterwards (S-15)', async () => {
    const written = () => office().post.mails.filter(({ to }) => to.address.endsWith('@list.example'));
    for (let n = 0; n < 8; n += 1) await sendInTurn({ ...grace, email: `reader.${n}@list.example` });
    await office().settled();
    expect(written()).toHaveLength(5);
    await reportedBy(written().slice(0, 3));
    const more = await ada().prepare(sampleLease(1), [{ ...linus, email: 'linus@list.example' }]);
    expect((await ada().send(more.id)).body).toMatchObject({
      code: 'mail-reported',
      detail: expect.stringContaining('3 of the 5 people you wrote to') as string,
    });
    await later(1.1 * day);
    await itsHourComes();
    await itsHourComes();
    expect(written()).toHaveLength(5);
    await later(6 * day);
    await itsHourComes();
    expect(written()).toHaveLength(8);
    await itsHourComes();
    expect(written()).toHaveLength(8);
  });

  longTest(
    'a reminder is never the first email about a document, however long the invitation has been waiting (S-15)',
    async () => {
      const reminders = { everyDays: 1, most: 3 };
      const readers = Array.from({ length: 12 }, (_, n) => `reader.${n}@rule.example`);
      for (const email of readers) await sendInTurn({ ...grace, email }, { reminders });
      for (let days = 0; days < 4; days += 1) {
        await later(1.1 * day);
        await expireAndRemindDue(office().product.services);
        await itsHourComes();
      }
      for (const email of readers) {
        const [first, ...then] = subjects(email);
        expect(first).toBe('Ada asks you to sign: lease');
        expect(new Set(then)).toEqual(new Set(['Reminder: lease']));
      }
    },
  );

  longTest(
    'emails held back by a pause are queued behind waiting ones, so that its end causes no burst (S-15)',
    async () => {
      for (let n = 0; n < 11; n += 1) await sendInTurn({ ...grace, email: `reader.${n}@pace.example` });
      await office().settled();
      await reportedBy(
        office()
          .post.mails.filter(({ to }) => to.address.endsWith('@pace.example'))
          .slice(0, 3),
      );
      await later(day + 60_000);
      await itsHourComes();
      const waiting = await office()
        .ports.database.db.selectFrom('mails')
        .select('due_at')
        .where('account_id', '=', ada().accountId)
        .where('accepted_at', 'is', null)
        .where('kind', '=', 'invitation')
        .orderBy('due_at')
        .execute();
      expect(waiting).toHaveLength(6);
      const due = waiting.map(({ due_at }) => due_at.getTime());
      expect(due[0]).toBeGreaterThan(office().now());
      expect(Math.min(...due.slice(5).map((at, index) => at - due[index]!))).toBeGreaterThanOrEqual(day);
    },
  );
});
