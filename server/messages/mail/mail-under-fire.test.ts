import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { grace, hana, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { startSmtpServer, type TestSmtpServer } from '#testing/servers/smtp-server.ts';
import { openSmtp } from '../../adapters/mailer/smtp.ts';
import type { Delivery, Mail } from '../../ports/mailer.ts';

const ines = { name: 'Ines Ferreira', email: 'ines@pilots.example' };
const tove = { name: 'Tove Berg', email: 'tove@quay.example' };
const five = [grace, linus, hana, ines, tove];
const ada = 'ada@harbour.example';

describeOnOneDatabase('emails during mail server faults', (open) => {
  let office: Office;
  let smtp: TestSmtpServer;
  let desk: Desk;
  /** Called after the server's 250 and before the result is recorded. */
  let afterDelivery: (mail: Mail, delivery: Delivery) => void = () => undefined;
  /**
   * The mail server does not respond to the next email to this address. The timeout in this test is short,
   * not ten minutes.
   */
  let hastyFor: string | undefined;

  beforeAll(async () => {
    smtp = await startSmtpServer();
    const patient = openSmtp(smtp.url, { requireTls: false });
    const hasty = openSmtp(smtp.url, { requireTls: false }, { greeting: 60_000, answer: 500, whole: 60_000 });
    const mailer = {
      async deliver(mail: Mail): Promise<Delivery> {
        const isHasty = mail.to.address === hastyFor;
        if (isHasty) hastyFor = undefined;
        const delivery = await (isHasty ? hasty : patient).deliver(mail);
        afterDelivery(mail, delivery);
        return delivery;
      },
      findTrouble: () => Promise.resolve(undefined),
      close: async () => void (await Promise.all([patient.close(), hasty.close()])),
    };
    const database = await open();
    office = await openOffice(database, { ports: { mailer } });
    // The test triggers the next attempt, so that a slow machine cannot cause one.
    await sql`UPDATE pgboss.queue SET retry_delay = 3600, retry_delay_max = 7200 WHERE name = 'send-mail'`.execute(
      database.db,
    );
  });
  afterAll(async () => {
    await office.close();
    await office.ports.mailer.close();
    await smtp.close();
  });
  beforeEach(async () => {
    afterDelivery = () => undefined;
    smtp.taken.length = 0;
    smtp.asked.length = 0;
    desk = await office.desk();
  });

  async function sendToFive(): Promise<string> {
    const { id } = await desk.sent(sampleLease(1), five);
    return id;
  }

  /** Makes the next attempt of every waiting email due. */
  async function tryAgain(): Promise<void> {
    const due = sql`UPDATE pgboss.job SET start_after = now() WHERE name = 'send-mail' AND state = 'retry'`;
    await due.execute(office.ports.database.db);
    await office.settled();
  }

  /** Returns the state of each of the five emails on the sender's page, in order. */
  async function statesOf(id: string): Promise<(string | null)[][]> {
    const { recipients } = await desk.read(id);
    return recipients.map(({ delivery, deliveryReply }) => [delivery, deliveryReply]);
  }

  async function mailEvents(id: string): Promise<string[]> {
    const { body } = await desk.ask<{ events: { type: string }[] }>(`/api/documents/${id}/trail`);
    return body.events
      .map(({ type }) => type)
      .filter((type) => type.startsWith('mail_'))
      .sort();
  }

  const accepted = ['accepted', expect.stringMatching(/^250 /) as string];
  const taken = (): string[] => smtp.taken.map(({ to }) => to).sort();
  const addresses = five.map(({ email }) => email).sort();
  const idsFor = (address: string): string[] =>
    smtp.taken.filter(({ to }) => to === address).map(({ messageId }) => messageId);

  longTest(
    'while the mail server is down, the sender sees ‘delayed’ and why, and afterwards all five emails arrive once (F-03)',
    async () => {
      await smtp.down();
      const id = await sendToFive();
      for (const recipient of await statesOf(id))
        expect(recipient).toEqual(['deferred', expect.stringMatching(/did not answer \(ECONNREFUSED\)/)]);
      // The sender must not see the address of the operator's mail server.
      expect(JSON.stringify(await statesOf(id))).not.toContain('127.0.0.1');
      await smtp.up();
      await tryAgain();
      expect(taken()).toEqual(addresses);
      expect(await statesOf(id)).toEqual(five.map(() => accepted));
      expect(await mailEvents(id)).toEqual([
        ...five.map(() => 'mail_accepted'),
        ...five.map(() => 'mail_deferred'),
      ]);
      await tryAgain();
      expect(smtp.taken).toHaveLength(5);
    },
  );

  test('if two of five are refused, three are not repeated, one is delayed and arrives, and one bounces with its reply (F-05)', async () => {
    smtp.plan(linus.email, { recipient: { code: 451, text: '4.7.1 Greylisted, come back' } });
    smtp.plan(tove.email, { recipient: { code: 550, text: '5.1.1 No such user here' } });
    const id = await sendToFive();
    const bounced = ['bounced', '550 5.1.1 No such user here'];
    const delayed = ['deferred', '451 4.7.1 Greylisted, come back'];
    expect(await statesOf(id)).toEqual([accepted, delayed, accepted, accepted, bounced]);
    await tryAgain();
    await tryAgain();
    expect(await statesOf(id)).toEqual([accepted, accepted, accepted, accepted, bounced]);
    const once = [grace, hana, ines, linus].map(({ email }) => email);
    expect(taken()).toEqual([ada, ...once].sort());
    expect(smtp.asked.filter((address) => address === tove.email)).toHaveLength(1);
    const notice = await PostalMime.parse(smtp.taken.find(({ to }) => to === ada)!.raw);
    expect(notice.text).toContain('> 550 5.1.1 No such user here');
  });

  test('nothing is sent again if the server disconnects after sending its 250', async () => {
    smtp.plan(grace.email, 'hung-up');
    smtp.plan(hana.email, 'hung-up');
    const id = await sendToFive();
    await tryAgain();
    expect(taken()).toEqual(addresses);
    expect(await statesOf(id)).toEqual(five.map(() => accepted));
  });

  test.each(['lost', 'silent'] as const)(
    'after a lost 250 (%s), that email arrives at most twice with the same Message-ID, and no other is repeated',
    async (turn) => {
      smtp.plan(grace.email, turn);
      if (turn === 'silent') hastyFor = grace.email;
      const id = await sendToFive();
      const [first] = await statesOf(id);
      expect(first).toEqual(['deferred', expect.stringMatching(/did not answer/)]);
      expect(smtp.taken).toHaveLength(5);
      await tryAgain();
      await tryAgain();
      expect(taken()).toEqual([...addresses, grace.email].sort());
      const ids = idsFor(grace.email);
      expect(ids).toHaveLength(2);
      expect(new Set(ids).size).toBe(1);
      expect(await statesOf(id)).toEqual(five.map(() => accepted));
    },
  );

  test('the mailer waits for a slow server while other emails continue, and sends nothing twice (F-04)', async () => {
    const slow = Promise.withResolvers<void>();
    smtp.plan(grace.email, { held: slow.promise });
    const { id } = await desk.prepare(sampleLease(1), five);
    expect((await desk.send(id)).status).toBe(200);
    const queued = ['queued', null];
    await expect
      .poll(() => statesOf(id), { timeout: 20_000 })
      .toEqual([queued, accepted, accepted, accepted, accepted]);
    await expect.poll(() => idsFor(grace.email)).toHaveLength(1);
    slow.resolve();
    await office.settled();
    await tryAgain();
    expect(await statesOf(id)).toEqual(five.map(() => accepted));
    expect(taken()).toEqual(addresses);
  });

  test('a server that stalls before accepting the message causes no duplicate (F-04)', async () => {
    smtp.plan(grace.email, 'stalled');
    hastyFor = grace.email;
    const id = await sendToFive();
    expect((await statesOf(id))[0]).toEqual(['deferred', expect.stringMatching(/did not answer/)]);
    expect((await statesOf(id)).slice(1)).toEqual([accepted, accepted, accepted, accepted]);
    await tryAgain();
    expect(taken()).toEqual(addresses);
    expect(await statesOf(id)).toEqual(five.map(() => accepted));
  });

  test('a process that dies between the 250 and its recording causes one repeat with the same Message-ID (F-01, I-4)', async () => {
    let crashes = 2;
    afterDelivery = ({ to }) => {
      if (to.address === linus.email && crashes-- > 0) throw new Error('The process died here.');
    };
    const id = await sendToFive();
    // No delivery was recorded, so the page must not show one.
    expect((await statesOf(id))[1]).toEqual(['queued', null]);
    await tryAgain();
    expect((await statesOf(id))[1]).toEqual(['queued', null]);
    await tryAgain();
    await tryAgain();
    expect(await statesOf(id)).toEqual(five.map(() => accepted));
    expect(taken()).toEqual([...addresses, linus.email, linus.email].sort());
    expect(new Set(idsFor(linus.email)).size).toBe(1);
    expect(await mailEvents(id)).toEqual(five.map(() => 'mail_accepted'));
  });

  test('an email that was given up is no longer shown as delayed', async () => {
    const later = { recipient: { code: 451, text: '4.3.0 Try later' } };
    smtp.plan(grace.email, later, later);
    const id = await sendToFive();
    const { db } = office.ports.database;
    await db.updateTable('mails').set({ attempts: 149 }).where('state', '=', 'deferred').execute();
    await tryAgain();
    expect((await statesOf(id))[0]).toEqual(['bounced', 'Given up after 150 tries: 451 4.3.0 Try later']);
    expect(idsFor(ada)).toHaveLength(1);
    expect((await office.product.jobs.failed()).filter(({ name }) => name === 'send-mail')).toEqual([]);
  });

  test('a late result for an older email does not affect the newer one', async () => {
    const later = { recipient: { code: 451, text: '4.3.0 Try later' } };
    const no = { recipient: { code: 550, text: '5.1.1 No such user' } };
    smtp.plan(grace.email, later);
    const id = await sendToFive();
    const [recipient] = (await desk.read(id)).recipients;
    const again = await desk.post(`/api/documents/${id}/recipients/${recipient!.id}/resend`);
    expect(again.status).toBe(200);
    await office.settled();
    smtp.plan(grace.email, no);
    await tryAgain();
    expect(smtp.asked.filter((address) => address === grace.email)).toHaveLength(3);
    expect((await statesOf(id))[0]).toEqual(accepted);
    expect(await mailEvents(id)).toContain('mail_bounced');
  });
});
