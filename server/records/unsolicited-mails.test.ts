import { sql } from 'kysely';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mailCodeGap } from '#core/ceremony/gate.ts';
import { CODES_PER_PART, mailSources, unsolicitedADay } from '#core/mail/unsolicited.ts';
import { MAX_STRANGER_MAILS_PER_DAY, newAccountMails } from '#core/document/mail-limit.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice } from '#testing/open-office.ts';
import { openSignInOffice } from '#testing/open-sign-in-office.ts';
import { inTransaction } from '../foundation/db/transaction.ts';
import { identityMailKinds } from '../accounts/identity-provider/identity-mail-store.ts';
import { mailKinds } from '../messages/mail/mail-store.ts';
import { countUnsolicited } from './unsolicited-mail-store.ts';

const server = path.join(import.meta.dirname, '..');
const day = 86_400_000;

/** Files that send emails about neither a document nor a user, by kind. */
const otherSenders: Partial<Record<keyof typeof mailSources, string>> = {
  'public-form': 'documents/public-forms/send-form-mail.ts',
  'own-data': 'operations/data-requests/request-own-data.ts',
  'reply-to': 'messages/branding/send-reply-to-mail.ts',
  report: 'evidence/reports/send-report.ts',
  'support-message': 'messages/mail/send-support-message.ts',
  'support-reply': 'messages/mail/send-support-reply.ts',
};

/**
 * Files that send the emails stored in tables. These are about documents, or go to users of the embedded
 * provider.
 */
const senders = [
  'messages/mail/send-mail.ts',
  'messages/mail/send-identity-mail.ts',
  'messages/mail/account-sender.ts',
];
/** Sends completed files to the account's own archive, at an address that the account has verified. */
const archives = ['messages/destinations/mail-file.ts'];
/** Implementations of the mailer. */
const mailers = ['messages/mail/guarded-mailer.ts', 'trace-ports.ts'];

test('every kind of email defines how it counts, and every file that sends emails has a kind', () => {
  const kinds = [...mailKinds, ...identityMailKinds, ...Object.keys(otherSenders)];
  expect(Object.keys(mailSources).sort()).toEqual(kinds.sort());
  const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('adapters/'))
    .filter((file) => statSync(path.join(server, file)).isFile());
  const sending = sources.filter((file) =>
    /(?<!sandbox)\.deliver\(/.test(readFileSync(path.join(server, file), 'utf8')),
  );
  const known = [...senders, ...archives, ...mailers, ...Object.values(otherSenders)];
  expect(sending.filter((file) => !known.includes(file))).toEqual([]);
});

describeOnOneDatabase('unsolicited emails to a mailbox', (open) => {
  const page = (fields: Record<string, string>) => ({
    method: 'POST' as const,
    body: Buffer.from(new URLSearchParams(fields).toString()),
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: '' },
  });

  test('mailbox_of returns the mailbox of an address', async () => {
    const { db } = await open();
    const addresses = [
      ['Grace@Harbour.EXAMPLE', 'grace@harbour.example'],
      ['grace+news+more@harbour.example', 'grace@harbour.example'],
      ['g.r.a.ce+x@gmail.com', 'grace@gmail.com'],
      ['g.race@GoogleMail.com', 'grace@gmail.com'],
      ['g.race@harbour.example', 'g.race@harbour.example'],
      ['+@harbour.example', '+@harbour.example'],
      ['+a@harbour.example', '+a@harbour.example'],
    ];
    for (const [address, mailbox] of addresses) {
      const { rows } = await sql<{ it: string }>`SELECT mailbox_of(${address}) AS it`.execute(db);
      expect([address, rows[0]?.it]).toEqual([address, mailbox]);
    }
  });

  longTest(
    'emails of all kinds and to plus addresses count together, and leave room for documents and password resets',
    async () => {
      const office = await openSignInOffice(await open(), {
        settings: { NEW_ACCOUNT_MAILS: String(newAccountMails) },
      });
      const mallory = await office.desk({ email: 'mallory@elsewhere.example' });
      let tags = 0;
      const victim = () => `victim+${(tags += 1)}@gmail.com`;
      const codes: unknown[] = [];
      // The limit of each kind is not reached, because the addresses differ.
      for (let round = 0; round < 5; round += 1) {
        const email = victim();
        await mallory.ask('/my-data', page({ email }));
        codes.push((await mallory.post('/api/team/invitations', { email: victim(), role: 'viewer' })).body);
        codes.push((await mallory.post('/api/brand/reply-to', { address: 'V.ictim@googlemail.com' })).body);
        await office.signedIn(
          { email: victim(), password: 'ink on paper, 1843', firstName: 'V', lastName: 'M' },
          { confirmed: false },
        );
      }
      await office.settled();
      const toVictim = () =>
        office.post.mails.filter(({ to }) => /^v\.?ictim(\+\d+)?@(gmail|googlemail)\.com$/i.test(to.address));
      expect(toVictim()).toHaveLength(unsolicitedADay.open);
      expect(codes).toContainEqual(expect.objectContaining({ code: 'mail-limit-mailbox', status: 429 }));

      // A user with an account who forgot the password can still get an email.
      const known = {
        email: 'victim@gmail.com',
        password: 'ink on paper, 1843',
        firstName: 'V',
        lastName: 'M',
      };
      office.wait(2 * day);
      await office.signedIn(known);
      await inTransaction(office.ports.database.db, async (tx) => {
        while ((await countUnsolicited(tx, { kind: 'own-data', address: known.email }, office.now())) === 0);
      });
      const before = toVictim().length;
      await mallory.ask('/login/forgot', page({ email: known.email }));
      await expect.poll(() => office.settled().then(() => toVictim().length)).toBe(before + 1);

      // Documents can still be sent, because they have a separate limit per mailbox.
      const answers = [];
      for (let accounts = 0; accounts < 3; accounts += 1) {
        const desk = await office.desk({ email: `mallory.${accounts}@elsewhere.example` });
        for (let count = 0; count < 4; count += 1) {
          const draft = await desk.prepare(sampleLease(1), [{ ...grace, email: victim() }]);
          answers.push(await desk.send(draft.id));
        }
      }
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_STRANGER_MAILS_PER_DAY);
      expect(answers.at(-1)?.body).toMatchObject({ code: 'mail-limit-address' });
      await office.settled();
      office.wait(day + 60_000);
      expect(
        await inTransaction(office.ports.database.db, (tx) =>
          countUnsolicited(tx, { kind: 'own-data', address: known.email }, office.now()),
        ),
      ).toBe(0);
    },
  );

  longTest(
    'the limit never blocks the invitation, code or final copy of a document that is already out',
    async () => {
      const office = await openOffice(await open());
      const ada = await office.desk();
      const full = { ...linus, mailCode: true };
      await inTransaction(office.ports.database.db, async (tx) => {
        for (const kind of ['own-data', 'reset-password'] as const)
          while ((await countUnsolicited(tx, { kind, address: full.email }, office.now())) === 0);
      });
      const draft = await ada.prepare(sampleLease(), [
        { ...grace, order: 1 },
        { ...full, order: 2 },
      ]);
      expect((await ada.send(draft.id, { signingOrder: 'sequential' })).status).toBe(200);
      await office.settled();
      await ada.signer(grace.email).sign();
      await office.settled();
      expect(office.post.to(full.email)).toHaveLength(1);
      const signer = ada.signer(full.email);
      expect((await signer.post('/code')).status).toBeLessThan(300);
      await office.settled();
      expect(office.post.to(full.email)).toHaveLength(2);
      for (let codes = 1; codes < CODES_PER_PART; codes += 1) {
        office.wait(mailCodeGap + 1000);
        expect((await signer.post('/code')).status).toBeLessThan(300);
      }
      office.wait(mailCodeGap + 1000);
      expect((await signer.post('/code')).body).toMatchObject({ code: 'mail-limit-mailbox' });
      await office.settled();
      const code = /\b\d{6}\b/.exec(office.post.to(full.email).at(-1)!.text)![0];
      const passed = await signer.post('/gate', { mailCode: code });
      const pass = String(passed.headers['set-cookie']).split(';')[0]!;
      expect((await signer.sign({}, { cookie: pass })).status).toBe(200);
      await office.settled();
      expect(office.post.to(full.email).map(({ subject }) => subject)).toContainEqual(
        expect.stringContaining('Completed'),
      );
    },
  );

  test('emails to a member’s unconfirmed address count too', async () => {
    const { db } = await open();
    const now = Date.now();
    const waits = await inTransaction(db, async (tx) => {
      const of = { kind: 'password-changed', address: 'typed@elsewhere.example' } as const;
      const tries = Array.from({ length: unsolicitedADay.open + 1 });
      const waited: number[] = [];
      for (const _ of tries) waited.push(await countUnsolicited(tx, { ...of, isConfirmed: false }, now));
      return [...waited.slice(-2), await countUnsolicited(tx, { ...of, isConfirmed: true }, now)];
    });
    expect(waits).toEqual([0, day / 1000, 0]);
  });
});
