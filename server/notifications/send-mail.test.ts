import { afterAll, beforeAll, expect, test } from 'vitest';
import { grace, hana, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { sendMail } from './send-mail.ts';

const refused = { state: 'bounced', reply: '550 No such user' } as const;
const later = { state: 'deferred', reply: '451 Try later' } as const;

describeOnOneDatabase('mail, one job a recipient', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open());
  });
  afterAll(() => office.close());

  test('a refused address is shown as bounced, and the others are not mailed again (F-05)', async () => {
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

  test('a mail that is put off is tried again with the same Message-ID, and noted once as delayed (F-03)', async () => {
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
  }, 40_000);

  test('a job that runs twice sends one mail', async () => {
    const ada = await office.desk();
    const lease = await ada.prepare(sampleLease(1), [grace]);
    await ada.send(lease.id);
    await office.settled();
    const { db } = office.ports.database;
    const mail = await db
      .selectFrom('mails')
      .selectAll()
      .where('document_id', '=', lease.id)
      .executeTakeFirstOrThrow();
    const before = office.post.mails.length;
    const { jobs } = office.product;
    const services = {
      ...{ db, jobs, files: office.ports.files, mailer: office.post, clock: office.now },
      publicUrl: 'http://localhost',
      from: { name: 'Countersign', address: 'sign@harbour.example' },
      linkToken: (id: string) => id,
      mailCode: (nonce: string) => nonce,
      unsubscribeLink: () => '',
    };
    await sendMail(services, { accountId: mail.account_id, mailId: mail.id }, { isLastTry: false });
    expect(office.post.mails).toHaveLength(before);
  });

  test('a document that its owner throws away still reaches whoever signed it, by mail and by link', async () => {
    const ada = await office.desk();
    const lease = await ada.prepare(sampleLease(1), [grace]);
    await ada.send(lease.id);
    await office.settled();
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
    expect((await ada.ask(`/api/documents/${lease.id}`, { method: 'DELETE' })).status).toBe(204);
    await expect.poll(() => office.post.to(grace.email).length, { timeout: 25_000 }).toBe(before + 1);
    expect(office.post.to(grace.email).at(-1)?.attachments).toHaveLength(1);
    const copy = await signer.download();
    expect([copy.status, copy.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect((await ada.ask(`/api/documents/${lease.id}/download`)).status).toBe(404);
  }, 60_000);

  test('what the sender typed is text in the mail and nothing else (S-17)', async () => {
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

  test('no copy of the database holds a usable link (S-09, L-14)', async () => {
    const ada = await office.desk();
    const lease = await ada.prepare(sampleLease(1), [grace]);
    await ada.send(lease.id);
    await office.settled();
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
});
