import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OperatorState } from '#contract/operations/operator-state.ts';
import type { Readiness } from '#contract/operations/support.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { signerOf, type Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { startSmtpServer, type SmtpManners, type TestSmtpServer } from '#testing/servers/smtp-server.ts';
import { openSmtp } from '../../adapters/mailer/smtp.ts';

const token = 'figures-for-prometheus';
const notOwned = { code: 553, text: '5.7.1 <sign@harbour.example>: not owned by user operator-login' };

/**
 * Opens an office where Ada sends and Olga is the operator. `manners` determines how the mail server behaves.
 */
describeOnOneDatabase('a mail server that refuses the installation itself', (open) => {
  const manners: SmtpManners = {};
  let smtp: TestSmtpServer;
  let office: Office;
  let ada: Desk;
  let olga: Desk;

  beforeAll(async () => {
    smtp = await startSmtpServer({
      sender: (address) => manners.sender?.(address),
      recipient: (address) => manners.recipient?.(address),
      message: (raw) => manners.message?.(raw),
    });
    const mailer = openSmtp(smtp.url, { requireTls: false });
    const settings = { OPERATOR_EMAILS: 'olga@hosting.example', METRICS_TOKEN: token };
    office = await openOffice(await open(), { ports: { mailer }, settings });
    olga = await office.desk({ email: 'olga@hosting.example' });
  });
  afterAll(async () => {
    await office.close();
    await office.ports.mailer.close();
    await smtp.close();
  });
  beforeEach(async () => {
    for (const name of Object.keys(manners)) delete manners[name as keyof SmtpManners];
    await tryAgain();
    ada = await office.desk();
    smtp.taken.length = 0;
    smtp.asked.length = 0;
  });

  const database = () => office.ports.database.db;

  /** Ends the pause and makes the next attempt of each email due. */
  async function tryAgain(): Promise<void> {
    await sql`UPDATE mail_problems SET next_try_at = now()`.execute(database());
    await sql`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`.execute(database());
    await office.settled();
  }

  const sendToTwo = () => ada.sent(sampleLease(1), [grace, linus]);
  const stateOf = async () => (await olga.ask<OperatorState>('/api/operator/state')).body;
  const ready = async () => (await ada.ask<Readiness>('/api/ready')).body;
  async function deliveries(id: string): Promise<(string | null)[][]> {
    const { recipients } = await ada.read(id);
    return recipients.map(({ delivery, deliveryReply }) => [delivery, deliveryReply]);
  }

  longTest(
    'no email bounces, only the operator sees why, and after the fix each email arrives once',
    async () => {
      manners.sender = () => notOwned;
      const { id } = await sendToTwo();
      for (const [delivery, reply] of await deliveries(id)) {
        expect(delivery).toBe('deferred');
        expect(reply).toMatch(/does not accept the sender address of this service/);
      }
      expect(JSON.stringify(await deliveries(id))).not.toContain('operator-login');
      const trail = await ada.ask(`/api/documents/${id}/trail`);
      expect(JSON.stringify(trail.body)).not.toContain('operator-login');

      const { mailProblems, components } = await stateOf();
      expect(components.mail).toBe('degraded');
      const words = expect.stringContaining('not owned by user operator-login') as string;
      expect(mailProblems).toMatchObject([{ kind: 'sender', all: true, words }]);
      const { components: parts, reasons } = await ready();
      expect(parts.mail).toBe('degraded');
      expect(reasons?.mail).toMatch(/sender address.*MAIL_FROM/);
      expect(reasons?.mail).not.toContain('operator-login');
      const figures = await office.product.app.inject({
        url: '/metrics',
        headers: { authorization: `Bearer ${token}` },
      });
      expect(figures.body).toMatch(/^countersign_mail_trouble\{reason="sender"\} 1$/m);

      delete manners.sender;
      await tryAgain();
      // Emails that were postponed during the first attempt need another one.
      await tryAgain();
      expect(smtp.taken.map(({ to }) => to).sort()).toEqual([grace.email, linus.email].sort());
      expect((await deliveries(id)).map(([delivery]) => delivery)).toEqual(['accepted', 'accepted']);
      expect((await stateOf()).mailProblems).toEqual([]);
      await tryAgain();
      expect(smtp.taken).toHaveLength(2);
    },
  );

  test('while every email is refused, one is tried occasionally and the others wait', async () => {
    let asked = 0;
    manners.sender = () => {
      asked += 1;
      return notOwned;
    };
    await sendToTwo();
    asked = 0;
    // No email is tried before the pause ends, and only one after it, no matter how many are due.
    await sql`UPDATE mail_problems SET next_try_at = now() + interval '1 hour'`.execute(database());
    await sql`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`.execute(database());
    await office.settled();
    expect(asked).toBe(0);
    await tryAgain();
    expect(asked).toBe(1);
  });

  longTest(
    'refusals that the installation causes never pause an account, however many there are',
    async () => {
      manners.recipient = () => ({ code: 554, text: '5.7.1 Relay access denied' });
      for (let n = 0; n < 11; n += 1)
        await ada.sent(sampleLease(1), [{ ...grace, email: `p${n}@bank.example` }]);
      const { id } = await ada.prepare(sampleLease(1), [grace]);
      expect((await ada.send(id)).status).toBe(200);
      expect((await stateOf()).mailProblems).toMatchObject([{ kind: 'relay', all: true }]);
    },
  );

  test('Mallory’s mail server cannot stop emails to others by claiming to block us', async () => {
    const said = '5.7.1 Service unavailable; Client host blocked using bl.example';
    manners.recipient = (address) =>
      address.endsWith('@mallory.example') ? { code: 554, text: said } : undefined;
    const mallory = await office.desk();
    await mallory.sent(sampleLease(1), [{ ...grace, email: 'one@mallory.example' }]);
    const { id } = await sendToTwo();
    expect((await deliveries(id)).map(([delivery]) => delivery)).toEqual(['accepted', 'accepted']);
  });

  test('a policy that refuses one email does not stop others, and does not count as a bounce', async () => {
    manners.recipient = (address) =>
      address === grace.email ? { code: 550, text: '5.7.1 Access denied by policy' } : undefined;
    const { id } = await sendToTwo();
    expect((await deliveries(id)).map(([delivery]) => delivery)).toEqual(['deferred', 'accepted']);
    expect((await stateOf()).components.mail).toBe('ok');
    expect((await stateOf()).mailProblems).toMatchObject([{ kind: 'policy', all: false }]);
  });

  test('if the mail server refuses a sealed copy as too large, the email contains a link instead', async () => {
    const { id } = await ada.sent(sampleLease(1), [grace]);
    const invitation = await PostalMime.parse(smtp.taken[0]!.raw);
    const link = /\/sign\/([A-Za-z0-9_-]+)/.exec(invitation.text ?? '')![1]!;
    manners.message = (raw) =>
      Buffer.from(raw).includes('application/pdf')
        ? { code: 552, text: '5.3.4 Message file too big' }
        : undefined;
    expect((await signerOf(office.product.app, link).sign()).status).toBe(200);
    await office.settled();
    const done = smtp.taken.filter(({ raw }) => /^subject:.*completed/im.test(Buffer.from(raw).toString()));
    expect(done.length).toBeGreaterThan(0);
    for (const { raw } of done) {
      const mail = await PostalMime.parse(raw);
      expect(mail.attachments.filter(({ mimeType }) => mimeType === 'application/pdf')).toEqual([]);
      expect(mail.text).toContain('http');
    }
    expect((await deliveries(id)).map(([delivery]) => delivery)).toEqual(['accepted']);
    expect((await stateOf()).components.mail).toBe('ok');
  });

  test('the operator can resend all failed emails at once, except those a server had accepted', async () => {
    const { id } = await sendToTwo();
    const [first, second] = await database()
      .selectFrom('mails')
      .select('id')
      .where('document_id', '=', id)
      .execute();
    const set = (mailId: string, accepted_at: Date | null) =>
      database()
        .updateTable('mails')
        .set({ state: 'bounced', accepted_at })
        .where('id', '=', mailId)
        .execute();
    await set(first!.id, null);
    await set(second!.id, new Date(office.now()));
    smtp.taken.length = 0;
    const again = await olga.post('/api/operator/mails/retry');
    expect(again).toMatchObject({ status: 200, body: { count: 1 } });
    await office.settled();
    expect(smtp.taken).toHaveLength(1);
    expect((await ada.post('/api/operator/mails/retry')).body).toMatchObject({ code: 'not-found' });
  });
});
