import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { grace, hana, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { jobs } from '../../foundation/jobs/jobs.ts';
import { sendMail } from './send-mail.ts';

const refused = { state: 'bounced', reply: '550 No such user' } as const;
const later = { state: 'deferred', reply: '451 Try later' } as const;

describeOnOneDatabase('emails, one job per recipient', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open());
  });

  test('a rejected address is shown as bounced, and the other recipients are not emailed again (F-05)', async () => {
    const ada = await office.desk();
    const lease = await ada.prepare(sampleLease(1), [grace, linus, { ...hana, role: 'approver' }]);
    office.post.answer(linus.email, refused);
    const before = office.post.mails.length;
    await ada.send(lease.id);
    await office.settled();
    const { recipients } = await ada.read(lease.id);
    expect(recipients.map(({ delivery, deliveryReply }) => [delivery, deliveryReply])).toEqual([
      ['accepted', '250 OK'],
      ['bounced', '550 No such user'],
      ['accepted', '250 OK'],
    ]);
    expect(
      office.post.mails
        .slice(before)
        .map(({ to }) => to.address)
        .sort(),
    ).toEqual(['ada@harbour.example', grace.email, hana.email].sort());
    const [told] = office.post.to('ada@harbour.example');
    expect(told?.subject).toBe('Not delivered: lease');
    expect(told?.text).toContain(linus.email);
    expect(told?.text).toContain('> 550 No such user');
  });

  test('a name that mixes alphabets gets a hint, and its domain does not become a link', async () => {
    const ada = await office.desk();
    const disguised = { name: 'Linus \u041ek\u0430for', email: 'linus@b\u00fccher.example' };
    const stored = 'linus@xn--bcher-kva.example';
    const lease = await ada.prepare(sampleLease(1), [disguised]);
    await ada.send(lease.id);
    await office.settled();
    expect(office.post.to(stored).at(-1)?.text).not.toContain('Cyrillic');
    expect((await ada.signer(stored).sign()).status).toBe(200);
    await office.settled();
    const told = office.post.to('ada@harbour.example').find(({ subject }) => subject === 'Completed: lease');
    for (const part of [told?.text, told?.html]) {
      expect(part).toContain('“\u041ek\u0430for” mixes Latin and Cyrillic letters.');
      expect(part).toContain('xn--bcher-kva[.]example');
    }
  });

  test('a recipient sees who delegated their part to them', async () => {
    const ada = await office.desk();
    const lease = await ada.prepare(sampleLease(1), [grace]);
    await ada.send(lease.id, { allowDelegation: true });
    await office.settled();
    const to = { name: 'Linus Okafor', email: 'delegate@okafor.example' };
    expect((await ada.signer(grace.email).delegate({ ...to, reason: 'I am away.' })).status).toBe(204);
    await office.settled();
    const [invitation] = office.post.to(to.email);
    expect(invitation?.text).toContain(`${grace.name} <${grace.email}> delegated this task to you.`);
    expect(invitation?.text).not.toContain('I am away.');
    expect(office.post.to(grace.email).at(-1)?.text).not.toContain('delegated');
  });

  longTest(
    'a deferred email is retried with the same Message-ID, and recorded once as delayed (F-03)',
    async () => {
      const ada = await office.desk();
      const lease = await ada.prepare(sampleLease(1), [grace]);
      office.post.answer(grace.email, later, later);
      await ada.send(lease.id);
      await expect
        .poll(async () => (await ada.read(lease.id)).recipients[0]?.delivery, { timeout: 25_000 })
        .toBe('accepted');
      const { body } = await ada.ask<{ events: { type: string }[]; intact: boolean }>(
        `/api/documents/${lease.id}/trail`,
      );
      expect(body.intact).toBe(true);
      expect(body.events.map(({ type }) => type).filter((type) => type.startsWith('mail_'))).toEqual([
        'mail_deferred',
        'mail_accepted',
      ]);
    },
    40_000,
  );

  longTest(
    'a sender who signs does not count as a stranger, and gets the completed document only once',
    async () => {
      const desk = await office.desk({ email: 'ada-signs@harbour.example' });
      const self = { name: 'Ada Moreau', email: 'ADA-signs@harbour.example' };
      const lease = await desk.prepare(sampleLease(1), [self, grace]);
      await desk.send(lease.id, { message: 'Hi Grace, the keys are at the quay.' });
      await office.settled();
      const asked = office.post.to(self.email)[0];
      expect(asked?.subject).toBe('Your turn: lease');
      expect(asked?.text).toContain('You sent this document and are one of its recipients.');
      for (const words of ['If you don’t know the sender', 'block this sender', 'Hi Grace'])
        expect(asked?.text).not.toContain(words);
      expect(office.post.to(grace.email).at(-1)?.text).toContain('block this sender');

      for (const { email } of [self, grace]) expect((await desk.signer(email).sign()).status).toBe(200);
      await office.settled();
      const done = office.post.mails.filter(
        ({ to, subject }) =>
          to.address.toLowerCase() === self.email.toLowerCase() && subject.startsWith('Completed'),
      );
      expect(done).toHaveLength(1);
      expect(done[0]?.attachments).toHaveLength(1);
    },
  );

  test('a job that runs twice sends one email', async () => {
    const ada = await office.desk();
    const lease = await ada.sent(sampleLease(1), [grace]);
    const { db } = office.ports.database;
    const mail = await db
      .selectFrom('mails')
      .selectAll()
      .where('document_id', '=', lease.id)
      .executeTakeFirstOrThrow();
    const before = office.post.mails.length;
    await sendMail(office.product.services, { accountId: mail.account_id, mailId: mail.id });
    expect(office.post.mails).toHaveLength(before);
  });

  longTest('a one-time code does not wait for emails from other accounts', async () => {
    const [ada, mallory] = [await office.desk(), await office.desk({ firstName: 'Mallory' })];
    await ada.sent(sampleLease(1), [{ ...grace, mailCode: true }]);
    const signer = ada.signer(grace.email);
    const { deliver } = office.post;
    const answers = Promise.withResolvers<void>();
    office.post.deliver = (mail) => answers.promise.then(() => deliver(mail));
    onTestFinished(() => void (office.post.deliver = deliver));
    const many = Array.from({ length: 12 }, (_, n) => ({ ...linus, email: `reader.${n}@list.example` }));
    const bulk = await mallory.prepare(sampleLease(1), many);
    expect((await mallory.send(bulk.id)).status).toBe(200);
    expect((await signer.post('/code')).status).toBe(204);
    answers.resolve();
    await office.settled();
    expect(office.post.to(grace.email).at(-1)?.subject).toMatch(/^Your code: /);
    const taken = await sql<{ before: number }>`
      SELECT count(*)::int AS before FROM pgboss.job
      JOIN mails ON mails.id::text = job.data->>'mailId' AND mails.account_id = ${mallory.accountId}
      WHERE job.started_on < (SELECT started_on FROM pgboss.job AS code
        JOIN mails AS own ON own.id::text = code.data->>'mailId' WHERE own.kind = 'code')`.execute(
      office.ports.database.db,
    );
    // `before` is the number of emails that were already being sent.
    expect(taken.rows[0]!.before).toBeLessThanOrEqual(jobs['send-mail'].settings.concurrency);
  });

  test('if a document is voided while its invitation is being delivered, the invited person is notified', async () => {
    const ada = await office.desk();
    const reader = { name: 'Noor Haddad', email: 'noor@slow.example' };
    const { deliver } = office.post;
    const [begun, answers] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    onTestFinished(() => void (office.post.deliver = deliver));
    office.post.deliver = (mail) => {
      begun.resolve();
      return mail.subject.includes('asks you') ? answers.promise.then(() => deliver(mail)) : deliver(mail);
    };
    const lease = await ada.prepare(sampleLease(1), [reader]);
    expect((await ada.send(lease.id)).status).toBe(200);
    await begun.promise;
    expect((await ada.post(`/api/documents/${lease.id}/void`, { reason: 'Wrong rent' })).status).toBe(200);
    // The notifications of the void were withheld, because the mailbox had received nothing yet.
    await expect.poll(() => waitingNews(reader.email)).toBe(0);
    expect(office.post.to(reader.email)).toEqual([]);
    answers.resolve();
    await office.settled();
    expect(office.post.to(reader.email).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/asks you to sign/),
      expect.stringMatching(/void/i),
    ]);
  });

  longTest(
    'a deleted document still reaches its signers by email and by link',
    async () => {
      const ada = await office.desk();
      const lease = await ada.sent(sampleLease(1), [grace]);
      const signer = ada.signer(grace.email);
      office.post.answer(grace.email, later);
      const before = office.post.to(grace.email).length;
      await signer.sign();
      const { db } = office.ports.database;
      const notYet = db.selectFrom('mails').select('id').where('state', '=', 'deferred');
      await expect
        .poll(async () => (await notYet.where('document_id', '=', lease.id).execute()).length, {
          timeout: 25_000,
        })
        .toBe(1);
      expect((await ada.delete(`/api/documents/${lease.id}`)).status).toBe(204);
      await expect.poll(() => office.post.to(grace.email).length, { timeout: 25_000 }).toBe(before + 1);
      expect(office.post.to(grace.email).at(-1)?.attachments).toHaveLength(1);
      const copy = await signer.download();
      expect([copy.status, copy.headers['content-type']]).toEqual([200, 'application/pdf']);
      expect((await ada.ask(`/api/documents/${lease.id}/download`)).status).toBe(404);
    },
    60_000,
  );

  test('the sender’s input is plain text in the email (S-17)', async () => {
    const ada = await office.desk();
    const name = '<img src=x onerror=alert(1)> {{7*7}}';
    const lease = await ada.prepare(sampleLease(1), [{ ...grace, name }]);
    await ada.send(lease.id, {
      message: '<script>alert(1)</script>\nSecond line',
      subject: 'Please sign <b>this</b>',
    });
    await office.settled();
    const mail = office.post.mails.at(-1)!;
    expect(mail.html).not.toMatch(/<script|<img src=x|<b>this/);
    expect(mail.html).toContain('&lt;script&gt;');
    expect(mail.text).toContain('> <script>alert(1)</script>\n> Second line');
    expect(mail.subject).toBe('Please sign <b>this</b>');
    expect(mail.text).toMatch(/\/sign\/[A-Za-z0-9_-]{54}/);
    expect(mail.html).toContain(/\/sign\/[A-Za-z0-9_-]{54}/.exec(mail.text)![0]);
  });

  test('names, titles, subjects and messages add no links to an email, and the address is next to the name (S-15)', async () => {
    const mallory = await office.desk({
      firstName: 'PayPal Security',
      lastName: 'https://evil.example',
      email: 'mallory@elsewhere.example',
    });
    const lease = await mallory.prepare(sampleLease(1), [{ ...grace, name: 'Grace at evil.example' }]);
    await office.ports.database.db
      .updateTable('documents')
      .set({ title: 'Your account is locked - https://evil.example' })
      .where('id', '=', lease.id)
      .execute();
    await mallory.send(lease.id, {
      message: 'Go to www.evil.example or \u200bhttps://evil.example/x now',
      subject: 'Locked: evil.example/path',
    });
    await office.settled();
    const mail = office.post.to(grace.email).at(-1)!;
    const seen = [mail.subject, mail.from.name, mail.to.name, mail.replyTo?.name, mail.text, mail.html];
    for (const part of seen) {
      expect(part).not.toMatch(/evil\.example|https:\/\/evil|www\.evil/);
    }
    expect(mail.text).toContain('> Go to www[.]evil[.]example or https[:]//evil[.]example/x now');
    expect(mail.text).toContain('<mallory@elsewhere.example> sent you a document');
    expect(
      [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => new URL(href!).pathname.split('/')[1]),
    ).toEqual(['sign', 'sign', 'mail']);
  });

  test('only the sender sees the mail server’s reply, and the shared trail does not contain it', async () => {
    const ada = await office.desk();
    const lease = await ada.prepare(sampleLease(1), [grace]);
    office.post.answer(grace.email, { state: 'accepted', reply: '250 queued as 4f7 at relay-3.internal' });
    await ada.send(lease.id);
    await office.settled();
    expect((await ada.read(lease.id)).recipients[0]?.deliveryReply).toContain('relay-3.internal');
    const trail = await ada.ask(`/api/documents/${lease.id}/trail`);
    expect(trail.bytes.toString()).toContain('mail_accepted');
    expect(trail.bytes.toString()).not.toContain('relay-3.internal');
  });

  test('an email that was only written to the outbox is shown as such to the sender and in the trail', async () => {
    const ada = await office.desk();
    const lease = await ada.prepare(sampleLease(1), [grace]);
    office.post.answer(grace.email, { state: 'written', reply: 'Written to the outbox as 1.eml' });
    await ada.send(lease.id);
    await office.settled();
    expect((await ada.read(lease.id)).recipients[0]?.delivery).toBe('written');
    const { body } = await ada.ask<{ events: { type: string }[] }>(`/api/documents/${lease.id}/trail`);
    expect(body.events.map(({ type }) => type).filter((type) => type.startsWith('mail_'))).toEqual([
      'mail_written',
    ]);
  });

  test('the sealed copy has a clean file name, whatever script its title is in', async () => {
    const ada = await office.desk();
    const lease = await ada.prepare(sampleLease(1), [grace]);
    await office.ports.database.db
      .updateTable('documents')
      .set({ title: '\u062e\u0637\u0627\u0628' })
      .where('id', '=', lease.id)
      .execute();
    await ada.send(lease.id);
    await office.settled();
    await ada.signer(grace.email).sign();
    await office.settled();
    const names = office.post.to(grace.email).flatMap(({ attachments }) => attachments);
    expect(names.at(-1)?.filename).toBe('\u062e\u0637\u0627\u0628 (sealed).pdf');
  });

  test('no copy of the database contains a usable link (S-09, L-14)', async () => {
    const ada = await office.desk();
    const lease = await ada.sent(sampleLease(1), [grace]);
    const { token } = ada.signer(grace.email);
    const { pool } = office.ports.database;
    const tables = await pool.query<{ name: string }>(
      "SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'pgboss')",
    );
    for (const { name } of tables.rows) {
      const found = await pool.query(`SELECT 1 FROM ${name} AS row WHERE row::text LIKE '%' || $1 || '%'`, [
        token,
      ]);
      expect(found.rowCount, name).toBe(0);
    }
    const told = [
      await ada.ask(`/api/documents/${lease.id}`),
      await ada.ask(`/api/documents/${lease.id}/trail`),
    ];
    for (const { bytes } of told) expect(bytes.toString()).not.toContain(token);
  });

  /** Counts the unfinished jobs for emails about the void to this address. */
  async function waitingNews(address: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM pgboss.job JOIN mails ON mails.id::text = job.data->>'mailId'
      WHERE mails.kind = 'voided' AND mails.to_address = ${address} AND job.state < 'completed'`.execute(
      office.ports.database.db,
    );
    return rows[0]!.count;
  }
});
