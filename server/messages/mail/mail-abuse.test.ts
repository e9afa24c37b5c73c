import { beforeAll, expect, test } from 'vitest';
import { MAX_STRANGER_MAILS_PER_DAY, newAccountMails } from '#core/document/mail-limit.ts';
import type { RecipientInput } from '#contract/documents/documents.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnEveryDatabase, describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { newId } from '../../foundation/db/new-id.ts';
import { loggedPath } from '../../foundation/process/redact.ts';
import type { MailKind } from './mail-store.ts';

const day = 86_400_000;
const form = (fields: Record<string, string>) => ({
  method: 'POST' as const,
  body: Buffer.from(new URLSearchParams(fields).toString()),
  headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: '' },
});

describeOnOneDatabase('protection against flooding and phishing (S-15)', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open(), {
      settings: { SUPPORT_EMAIL: 'help@harbour.example', NEW_ACCOUNT_MAILS: String(newAccountMails) },
    });
  });

  let people = 0;
  /** Returns a person who has had no contact with any account. */
  const newcomer = () => ({ ...grace, email: `victim.${(people += 1)}@elsewhere.example` });

  const prepared = async (desk: Desk, to: RecipientInput[] = [grace]) =>
    (await desk.prepare(sampleLease(1), to)).id;

  async function sentTo(desk: Desk, email: string): Promise<string> {
    const id = await prepared(desk, [{ ...grace, email }]);
    expect((await desk.send(id)).status).toBe(200);
    await office.settled();
    return id;
  }

  /** Returns the path of the block-and-report page in the newest email to this address. */
  const choicesFor = (email: string): string =>
    /\/mail\/[\w-]{64}/.exec(office.post.to(email).at(-1)!.text)![0];

  /** Adds as many of today's invitations to a stranger as all accounts together may send. */
  async function reachDailyLimit(email: string): Promise<void> {
    const rows = Array.from({ length: MAX_STRANGER_MAILS_PER_DAY }, () => ({
      account_id: newId(office.now()),
      id: newId(office.now()),
      document_id: newId(office.now()),
      kind: 'invitation',
      to_name: '',
      to_address: email,
      state: 'accepted',
      created_at: new Date(office.now()),
      due_at: new Date(office.now()),
    }));
    await office.ports.database.db.insertInto('mails').values(rows).execute();
  }

  /** Adds emails from earlier days, each to a different address. */
  async function mailed(
    desk: Desk,
    count: number,
    state: string,
    ago = day,
    kind: MailKind = 'invitation',
  ): Promise<void> {
    const at = new Date(office.now() - ago);
    const rows = Array.from({ length: count }, (_, index) => ({
      account_id: desk.accountId,
      id: newId(office.now()),
      document_id: newId(office.now()),
      kind,
      to_name: '',
      to_address: `list.${state}.${index}@elsewhere.example`,
      state,
      reply: '550 No such user',
      created_at: at,
      due_at: at,
    }));
    await office.ports.database.db.insertInto('mails').values(rows).execute();
  }

  test('an account whose recipients responded has no limit, but opening a link on the sender’s device is no response', async () => {
    const victim = newcomer();
    const [known, other] = [await office.desk(), await office.desk()];
    await sentTo(known, victim.email);
    expect((await known.signer(victim.email).opened()).status).toBeLessThan(300);
    const hosted = await sentTo(other, victim.email);
    const { recipients } = await other.read(hosted);
    const handed = await other.post<{ url: string }>(
      `/api/documents/${hosted}/recipients/${recipients[0]!.id}/hand-over`,
      {},
    );
    expect(handed.status).toBe(200);
    await office.ports.database.db
      .updateTable('recipients')
      .set({ opened_at: new Date(office.now()) })
      .where('document_id', '=', hosted)
      .execute();
    await reachDailyLimit(victim.email);
    expect((await known.send(await prepared(known, [victim]))).status).toBe(200);
    expect((await other.send(await prepared(other, [victim]))).body).toMatchObject({
      code: 'mail-limit-address',
    });
  });

  longTest(
    'inviting the next recipient does not bypass the limit: the email waits, and the document continues',
    async () => {
      const [victim, ada] = [newcomer(), await office.desk()];
      await reachDailyLimit(victim.email);
      const id = await prepared(ada, [
        { ...linus, order: 1 },
        { ...victim, order: 2 },
      ]);
      expect((await ada.send(id, { signingOrder: 'sequential' })).status).toBe(200);
      await office.settled();
      await ada.signer(linus.email).opened();
      expect((await ada.signer(linus.email).sign()).status).toBeLessThan(300);
      await office.settled();
      const mails = await office.ports.database.db
        .selectFrom('mails')
        .select(['due_at', 'state'])
        .where('document_id', '=', id)
        .where('to_address', '=', victim.email)
        .execute();
      expect(mails.map(({ state }) => state)).toEqual(['queued']);
      expect(mails[0]!.due_at.getTime() - office.now()).toBeGreaterThan(day - 3_600_000);
    },
  );

  test('a new account starts with a low limit, and the refusal says what it is', async () => {
    const ada = await office.desk({
      firstName: 'Ada',
      lastName: 'Moreau',
      email: 'new@harbour.example',
      plan: 'free',
    });
    await office.ports.database.db
      .updateTable('accounts')
      .set({ created_at: new Date(office.now() - 3_600_000) })
      .where('id', '=', ada.accountId)
      .execute();
    await mailed(ada, newAccountMails, 'accepted', 20 * 3_600_000);
    const refused = await ada.send(await prepared(ada));
    expect(refused).toMatchObject({ status: 429, body: { code: 'mail-limit' } });
    expect(refused.body).toMatchObject({
      detail: expect.stringMatching(/^New accounts have lower limits.* 20 a day/) as string,
    });
  });

  test.each([
    ['many nonexistent addresses is paused', 12, 'bounced', 'mail-paused', /12 of the 40 addresses/],
    ['few nonexistent addresses is not paused', 9, 'bounced', undefined, /./],
  ])('an account that emails %s', async (_, bounced, state, code, said) => {
    const ada = await office.desk();
    await mailed(ada, bounced, state);
    await mailed(ada, 40 - bounced, 'accepted');
    const answer = await ada.send(await prepared(ada, [newcomer()]));
    expect([answer.status, (answer.body as { code?: string }).code]).toEqual([code ? 403 : 200, code]);
    if (code) expect((answer.body as unknown as { detail: string }).detail).toMatch(said);
  });

  test('recipients of expiry warnings count as people the account has emailed', async () => {
    const ada = await office.desk();
    await mailed(ada, 12, 'bounced', day, 'expiring');
    const answer = await ada.send(await prepared(ada, [newcomer()]));
    expect(answer).toMatchObject({ status: 403, body: { code: 'mail-paused' } });
    await mailed(ada, 228, 'accepted', day, 'expiring');
    expect((await ada.send(await prepared(ada, [newcomer()]))).status).toBe(200);
  });

  test('Grace can block the sender without an account, and viewing the page changes nothing', async () => {
    const [victim, ada] = [newcomer(), await office.desk()];
    const id = await sentTo(ada, victim.email);
    const path = choicesFor(victim.email);
    for (const language of ['en', 'de', 'es', 'fr', 'ar']) {
      const page = await ada.ask(path, { headers: { cookie: '', 'accept-language': language } });
      expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(page.bytes.toString()).toContain(`<html lang="${language}"`);
      expect(page.bytes.toString()).toContain('ada@harbour.example');
    }
    expect((await ada.read(id)).recipients[0]?.delivery).toBe('accepted');

    expect((await ada.ask(path, form({ act: 'block' }))).status).toBe(303);
    expect((await ada.ask(path, form({ act: 'block' }))).status).toBe(303);
    expect((await ada.read(id)).recipients[0]?.delivery).toBe('blocked');
    const before = office.post.to(victim.email).length;
    const recipient = (await ada.read(id)).recipients[0]!;
    const other = await prepared(ada, [linus]);
    expect((await ada.send(other)).status).toBe(200);
    const wrong = (await ada.read(other)).recipients[0]!;
    const attempts = [
      await ada.send(await prepared(ada, [victim])),
      await ada.send(
        await prepared(ada, [
          { ...linus, order: 1 },
          { ...victim, email: victim.email.toUpperCase(), order: 2 },
        ]),
        {
          signingOrder: 'sequential',
        },
      ),
      await ada.post(`/api/documents/${id}/remind`, { recipientIds: [recipient.id] }),
      await ada.post(`/api/documents/${other}/recipients/${wrong.id}/correct`, {
        name: 'G',
        email: victim.email,
      }),
    ];
    expect(attempts.map(({ body }) => (body as { code?: string }).code)).toEqual(
      attempts.map(() => 'recipient-blocked'),
    );
    await ada.post(`/api/documents/${id}/void`, { reason: 'Changed our mind' });
    await office.settled();
    expect(office.post.to(victim.email)).toHaveLength(before);
    const { body } = await ada.ask<{ events: { type: string }[]; intact: boolean }>(
      `/api/documents/${id}/trail`,
    );
    expect(body.intact).toBe(true);
    expect(body.events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['sender_blocked', 'mail_blocked']),
    );

    const stranger = await office.desk({ firstName: 'B', lastName: 'C', email: 'bo@harbour.example' });
    await sentTo(stranger, victim.email);
    expect((await ada.ask(path, form({ act: 'unblock' }))).status).toBe(303);
    await sentTo(ada, victim.email);
  });

  longTest(
    'each recipient’s report reaches the operator once, and several reports pause the account',
    async () => {
      const mallory = await office.desk({
        firstName: 'Mallory',
        lastName: 'Bank',
        email: 'mallory@evil.example',
      });
      const readers = [newcomer(), newcomer(), newcomer()];
      for (const { email } of readers) {
        await sentTo(mallory, email);
        const reportCount = office.post.to('help@harbour.example').length;
        const path = choicesFor(email);
        const report = form({ act: 'report', note: 'See https://evil.example' });
        expect((await mallory.ask(path, report)).status).toBe(303);
        expect((await mallory.ask(path, report)).status).toBe(303);
        await office.settled();
        expect(office.post.to('help@harbour.example')).toHaveLength(reportCount + 1);
      }
      const mail = office.post.to('help@harbour.example').at(-1)!;
      expect(mail.text).toContain(`Account ${mallory.accountId}`);
      expect(mail.text).toContain('Mallory Bank <mallory@evil[.]example>');
      expect(mail.text).toContain('https[:]//evil[.]example');
      const refused = await mallory.send(await prepared(mallory, [newcomer()]));
      expect(refused).toMatchObject({ status: 403, body: { code: 'mail-reported' } });
      const { bytes } = await mallory.ask('/api/audit?limit=50');
      expect(bytes.toString()).not.toContain('report');
    },
  );

  test('Mallory cannot choose for others with forged links or links for another purpose', async () => {
    const [victim, ada] = [newcomer(), await office.desk()];
    const id = await sentTo(ada, victim.email);
    const token = choicesFor(victim.email).split('/').at(-1)!;
    const flipped = Buffer.from(token, 'base64url');
    flipped[flipped.length - 1]! ^= 1;
    const signing = ada.signer(victim.email).token;
    for (const wrong of ['none', 'A'.repeat(64), flipped.toString('base64url'), signing, `${token}A`]) {
      expect((await ada.ask(`/mail/${wrong}`, form({ act: 'block' }))).status).toBe(404);
    }
    expect((await ada.ask(`/mail/${token}`, form({ act: 'nothing' }))).status).toBe(303);
    expect((await ada.read(id)).recipients[0]?.delivery).toBe('accepted');
    expect((await ada.ask(`/api/sign/${token}`)).status).toBe(404);
  });
});

test('the log contains no link that can block a sender', () => {
  expect(loggedPath('/mail/QmVydGggMTQ?x=1')).toBe('/mail/(token)');
  expect(loggedPath('/api/mail/bounces')).toBe('/api/mail/bounces');
});

describeOnEveryDatabase('one mailbox with many concurrent senders (S-15)', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open(), { settings: { NEW_ACCOUNT_MAILS: String(newAccountMails) } });
  });

  test('four accounts sending at the same time cannot exceed a mailbox’s limit for strangers', async () => {
    const victim = { ...grace, email: 'victim@elsewhere.example' };
    const desks = await Promise.all([1, 2, 3, 4].map(() => office.desk()));
    const drafts: [Desk, string][] = [];
    for (const desk of desks)
      for (let n = 0; n < 3; n += 1) drafts.push([desk, (await desk.prepare(sampleLease(1), [victim])).id]);
    const answers = await Promise.all(drafts.map(([desk, id]) => desk.send(id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_STRANGER_MAILS_PER_DAY);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { status, body } of refused) {
      expect([status, body]).toMatchObject([429, { code: 'mail-limit-address', parameters: { max: 10 } }]);
    }
    await office.settled();
    expect(office.post.to(victim.email)).toHaveLength(MAX_STRANGER_MAILS_PER_DAY);
    // An account to which Grace has responded is no longer a stranger.
    await desks[0]!.signer(victim.email).opened();
  });
});
