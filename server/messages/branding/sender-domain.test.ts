import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { planNames } from '#core/plan/plans.ts';
import type { SenderDomainAnswer } from '#contract/messages/sender-domain.ts';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { judgeDkimMessage } from '#testing/judges/dkim.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { openOutboxFolder } from '../../adapters/mailer/outbox-folder.ts';
import type { Mail } from '../../ports/mailer.ts';
import { checkDueDomains } from './sender-domain.ts';

type Answer = SenderDomainAnswer & { code?: string };
const hour = 3_600_000;

describeOnOneDatabase('sending from an account’s own domain', (open) => {
  let at: Office;
  const dns = new Map<string, string[]>();
  let isSilent = false;
  let companies = 0;
  let domain: string;
  beforeAll(async () => {
    const txt = (name: string) =>
      isSilent ? Promise.reject(new Error('ETIMEOUT')) : Promise.resolve(dns.get(name) ?? []);
    at = await openOffice(await open(), {
      ports: { domains: { txt } },
      settings: { MAIL_FROM: 'sign@mail.hosting.example' },
    });
  }, 60_000);
  beforeEach(() => {
    dns.clear();
    isSilent = false;
    domain = `harbour-${(companies += 1)}.example`;
  });

  const name = (desk: Desk, typed: string = domain, local = 'documents') =>
    desk.put<Answer>('/api/brand/sender-domain', { domain: typed, local });
  const check = (desk: Desk) => desk.post<Answer>('/api/brand/sender-domain/check');
  const read = async (desk: Desk) => (await desk.ask<Answer>('/api/brand/sender-domain')).body.senderDomain;
  const publish = ({ senderDomain }: Answer): void => {
    for (const { name: at, value } of Object.values(senderDomain!.records))
      dns.set(at, [...(dns.get(at) ?? []), value]);
  };
  async function proved(desk: Desk): Promise<Answer> {
    const { body } = await name(desk);
    publish(body);
    expect((await check(desk)).body.senderDomain).toMatchObject({ domain, inUse: true });
    return body;
  }
  /** Sends a document from this desk and returns Grace's invitation. */
  async function invite(desk: Desk): Promise<Mail> {
    await desk.sent(sampleLease(), [grace]);
    return at.post.to(grace.email).at(-1)!;
  }
  /** Returns the raw message that the recipient gets. */
  async function raw(mail: Mail): Promise<Buffer> {
    const folder = temporaryFolder();
    await (await openOutboxFolder(folder)).deliver(mail);
    return readFile(join(folder, (await readdir(folder))[0]!));
  }
  const ours = () => at.product.services.from.address;
  const types = async (desk: Desk) =>
    (
      await at.product.services.db
        .selectFrom('account_events')
        .select('type')
        .where('account_id', '=', desk.accountId)
        .execute()
    ).map(({ type }) => type);
  /** Signs the same user in again, because sessions expire while the clock moves. */
  const signsIn = (desk: Desk) =>
    at.colleague(desk, { role: 'admin', email: `admin-${String((companies += 1))}@elsewhere.example` });

  test('emails on Pro and Business come from the domain with a valid DKIM signature, and on Free from our address', async () => {
    for (const plan of planNames) {
      domain = `${plan}-${domain}`;
      const desk = await at.desk({ plan });
      if (plan === 'free') {
        expect((await name(desk)).body).toMatchObject({ code: 'plan-without-branding' });
        expect((await invite(desk)).from.address).toBe(ours());
        continue;
      }
      const named = await name(desk);
      expect(named.body.senderDomain).toMatchObject({
        inUse: false,
        records: { dkim: { state: 'unknown' } },
      });
      expect((await check(desk)).body.senderDomain!.records.dkim.state).toBe('missing');
      expect((await invite(desk)).from.address).toBe(ours());
      publish(named.body);
      expect((await check(desk)).body.senderDomain).toMatchObject({
        inUse: true,
        lostAt: null,
        records: { dkim: { state: 'found' }, spf: { state: 'found' }, dmarc: { state: 'found' } },
      });
      const mail = await invite(desk);
      // Bounces still come to us and identify the email by our id.
      expect(mail).toMatchObject({ from: { address: `documents@${domain}` }, returnPath: ours() });
      expect(mail.messageId).toMatch(/@mail\.hosting\.example$/);
      const verdict = judgeDkimMessage(await raw(mail), (at) => dns.get(at)?.[0]);
      expect(verdict).toMatchObject({ domain, signed: expect.arrayContaining(['from', 'to', 'subject']) });
      expect(await types(desk)).toEqual(
        expect.arrayContaining(['sender_domain_set', 'sender_domain_verified']),
      );
    }
  }, 30_000);

  longTest(
    'an ended plan, a removed domain or a lost secret does not block emails or documents',
    async () => {
      const desk = await at.desk({ plan: 'pro' });
      await proved(desk);
      const { db } = at.product.services;
      const plan = (to: string) =>
        db.updateTable('accounts').set({ plan: to }).where('id', '=', desk.accountId).execute();
      await plan('free');
      expect((await invite(desk)).from.address).toBe(ours());
      await plan('pro');
      expect((await invite(desk)).from.address).toBe(`documents@${domain}`);
      const row = db.updateTable('sender_domains').where('account_id', '=', desk.accountId);
      await row.set({ private_key: 'sealed with another secret' }).execute();
      const mail = await invite(desk);
      expect([mail.from.address, mail.dkim]).toEqual([ours(), undefined]);
      const removed = await desk.delete('/api/brand/sender-domain');
      expect([removed.status, await read(desk)]).toEqual([204, null]);
      expect((await invite(desk)).from.address).toBe(ours());
    },
  );

  test('if the mail server rejects the domain, the email is sent from our address and arrives', async () => {
    const desk = await at.desk();
    await proved(desk);
    at.post.answer(grace.email, { state: 'bounced', reply: '554 Sender not allowed' });
    const mail = await invite(desk);
    expect([mail.from.address, mail.dkim]).toEqual([ours(), undefined]);
    expect(JSON.stringify((await desk.ask('/api/documents')).body)).not.toContain('bounced');
  });

  test('if the key disappears from DNS, the next check notices it, notifies the account once and uses our address', async () => {
    const desk = await at.desk();
    const named = await proved(desk);
    await at.colleague(desk, { role: 'admin', email: `linus@${domain}` });
    await at.colleague(desk, { role: 'member', email: `hana@${domain}` });
    const { dkim } = named.senderDomain!.records;
    dns.delete(dkim.name);
    await checkDueDomains(at.product.services);
    expect((await read(desk))!.inUse).toBe(true);
    at.wait(6 * hour);
    await checkDueDomains(at.product.services);
    await checkDueDomains(at.product.services);
    await at.settled();
    const warned = at.post.mails
      .filter(({ subject }) => subject === 'Emails are sent from our address again')
      .filter(({ text }) => text.includes(domain.split('.')[0]!));
    expect(warned.map(({ to }) => to.address).sort()).toEqual(['ada@harbour.example', `linus@${domain}`]);
    expect((await types(desk)).filter((type) => type === 'sender_domain_lost')).toHaveLength(1);
    const later = await signsIn(desk);
    expect(await read(later)).toMatchObject({
      inUse: false,
      verifiedAt: null,
      lostAt: expect.any(String) as string,
      records: { dkim: { state: 'missing' } },
    });
    expect((await invite(later)).from.address).toBe(ours());
    dns.set(dkim.name, [dkim.value]);
    expect((await check(later)).body.senderDomain).toMatchObject({ inUse: true, lostAt: null });
  });

  test('unresponsive name servers have no effect for two days, after which our address is used', async () => {
    const desk = await at.desk();
    await proved(desk);
    isSilent = true;
    at.wait(7 * hour);
    await checkDueDomains(at.product.services);
    const soon = await signsIn(desk);
    expect(await read(soon)).toMatchObject({ inUse: true, records: { dkim: { state: 'unknown' } } });
    at.wait(42 * hour);
    const later = await signsIn(desk);
    expect((await invite(later)).from.address).toBe(ours());
    expect(await types(desk)).not.toContain('sender_domain_lost');
    isSilent = false;
    await checkDueDomains(at.product.services);
    expect((await invite(later)).from.address).toBe(`documents@${domain}`);
  });

  test('Mallory can neither claim Ada’s domain nor send from it', async () => {
    const ada = await at.desk();
    const mallory = await at.desk();
    await proved(ada);
    const theirs = (await name(mallory)).body;
    expect((await check(mallory)).body.senderDomain).toMatchObject({ inUse: false });
    // Mallory copies Ada's public key from DNS and even publishes her own record.
    expect(theirs.senderDomain!.records.dkim.value).not.toBe((await read(ada))!.records.dkim.value);
    publish(theirs);
    expect((await check(mallory)).body.code).toBe('domain-taken');
    expect((await invite(mallory)).from.address).toBe(ours());
    isSilent = true;
    expect((await check(mallory)).body.senderDomain).toMatchObject({ inUse: false });
    isSilent = false;
    // The account that lost the domain has no key in DNS, so the domain passes to the account that has one.
    dns.delete((await read(ada))!.records.dkim.name);
    expect((await check(mallory)).body.senderDomain).toMatchObject({ inUse: true });
    expect(await read(ada)).toMatchObject({ inUse: false, verifiedAt: null });
    expect(await types(ada)).toContain('sender_domain_lost');
  });

  test('rejects public suffixes, our own domains and lookalikes', async () => {
    const desk = await at.desk();
    for (const [typed, code] of [
      ['co.uk', 'domain-invalid'],
      ['gmail.com', 'domain-invalid'],
      ['github.io', 'domain-invalid'],
      ['localhost', 'domain-invalid'],
      ['10.0.0.1', 'domain-invalid'],
      ['a b.example', 'domain-invalid'],
      ['mail.hosting.example', 'sender-domain-reserved'],
      ['countersign.example', 'sender-domain-reserved'],
      ['hosting.example', 'sender-domain-reserved'],
      ['x.mail.hosting.example', 'sender-domain-reserved'],
      ['counters1gn-mail.example', 'sender-domain-reserved'],
      // ‘соuntersign’ with two Cyrillic letters
      ['xn--untersign-z2h6a.example', 'sender-domain-reserved'],
    ] as const)
      expect([typed, (await name(desk, typed)).body.code]).toEqual([typed, code]);
    for (const local of ['', 'a@b', 'a..b', 'ädä', 'a\r\nBcc: x'])
      expect([local, (await name(desk, domain, local)).body.code]).toEqual([
        local,
        'sender-local-part-invalid',
      ]);
    expect(await read(desk)).toBeNull();
  });

  test('changing the local part keeps the verification, changing the domain does not, and the private key is never exposed', async () => {
    const desk = await at.desk();
    await proved(desk);
    expect((await name(desk, domain, 'Sign')).body.senderDomain).toMatchObject({
      local: 'sign',
      inUse: true,
    });
    expect((await invite(desk)).from.address).toBe(`sign@${domain}`);
    const { db } = at.product.services;
    const row = await db
      .selectFrom('sender_domains')
      .selectAll()
      .where('account_id', '=', desk.accountId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain('PRIVATE KEY');
    const other = await name(desk, `other-${domain}`);
    expect(other.body.senderDomain).toMatchObject({ verifiedAt: null, inUse: false });
    expect(JSON.stringify(other.body)).not.toContain('PRIVATE');
  });
});
