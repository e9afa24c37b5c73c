import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { openDesk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openSignInOffice, type SignInOffice } from '#testing/open-sign-in-office.ts';
import { ada, type AccountHolder } from '#testing/sign-up.ts';
import { closeDueAccounts } from './close-account.ts';
import { deleteNamesOfClosedAccounts } from './delete-account-names.ts';

const day = 86_400_000;
const owner: AccountHolder = { ...ada, firstName: 'Wilhelmina', email: 'wilhelmina@closed.example' };
const guest: AccountHolder = { ...ada, firstName: 'Hana', email: 'hana@elsewhere.example' };

describeOnOneDatabase('names and addresses of a closed account', (open) => {
  let office: SignInOffice;
  beforeAll(async () => {
    office = await openSignInOffice(await open(), { settings: { PLANS: 'off' } });
  }, 60_000);
  const at = (days: number) => ({ ...office.product.services, clock: () => office.now() + days * day });

  /** Returns the tables that contain the text in any column. */
  async function tablesWith(text: string): Promise<string[]> {
    const { db } = office.product.services;
    const { rows } = await sql<{ name: string }>`SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`.execute(db);
    const found: string[] = [];
    for (const { name } of rows) {
      const hits = await sql`SELECT 1 FROM ${sql.table(name)} AS one
        WHERE one::text ILIKE ${`%${text}%`} LIMIT 1`.execute(db);
      if (hits.rows.length > 0) found.push(name);
    }
    return found;
  }

  test('names and addresses remain for a year and are then deleted, except for those that belong to a signed document', async () => {
    const member = await office.signedIn(owner);
    const hana = await office.signedIn(guest);
    const { body } = await member.ask<{ accountId: string; id: string }>('/api/auth/user');
    const cookie = member.browser.cookieHeader();
    const desk = openDesk(office, { accountId: body.accountId, userId: body.id, cookie });
    await member.post('/api/team/invitations', { email: guest.email, role: 'member' });
    await office.settled();
    const texts = office.post.to(guest.email).map(({ text }) => text);
    const link = texts.map((text) => /\/invitation#([\w-]+)/.exec(text)?.[1]).findLast(Boolean);
    expect((await hana.post('/api/invitations/accept', { link })).status).toBe(200);
    await member.post('/api/keys', { name: 'Key of Wilhelmina', mode: 'live', scopes: ['documents:read'] });
    const message = { name: owner.firstName, email: owner.email, topic: 'problem', message: 'Hello' };
    expect((await member.post('/api/support/messages', message)).status).toBeLessThan(300);
    await desk.signed(sampleLease(1), [grace]);
    const copy = desk.signer(grace.email);
    const sealed = (await copy.download()).bytes;
    const closing = await member.post('/api/account/closure', { confirmation: owner.password });
    expect(closing.status).toBe(200);
    await closeDueAccounts(at(31));
    await office.settled();

    await deleteNamesOfClosedAccounts(at(31 + 364));
    expect(await tablesWith(owner.email)).toEqual(
      expect.arrayContaining(['account_events', 'identities', 'identity_mails', 'users']),
    );
    await deleteNamesOfClosedAccounts(at(31 + 366));
    await deleteNamesOfClosedAccounts(at(31 + 367));
    const ofDocuments = ['event_values', 'named_people'];
    for (const text of [owner.email, owner.firstName])
      expect(ofDocuments).toEqual(expect.arrayContaining(await tablesWith(text)));

    // The signer keeps the file, and a member who also belongs to another account can still sign in.
    expect((await copy.download()).bytes.equals(sealed)).toBe(true);
    expect((await copy.view()).status).toBe(200);
    expect(await (await office.signedIn(guest)).state()).toBe(200);
    const again = await office.signedIn(owner);
    expect((await again.ask('/api/auth/user')).body).toMatchObject({ email: owner.email, role: 'owner' });
  });
});
