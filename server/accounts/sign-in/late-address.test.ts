import { beforeAll, expect, test } from 'vitest';
import type { CurrentUser } from '#contract/accounts/account.ts';
import type { OwnSecurity } from '#contract/accounts/security.ts';
import { confirmAddress } from '#testing/confirm-address.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { openDesk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openSignInOffice, type Member, type SignInOffice } from '#testing/open-sign-in-office.ts';
import { cards, openShopper } from '#testing/payments/shopper.ts';
import { ada, mallory } from '#testing/sign-up.ts';
import { findSubscription } from '../../operations/billing/subscription-store.ts';
import { purgeDue } from '../../documents/library/purge-documents.ts';
import { deleteUnusedFiles } from '../../documents/files/delete-unused-files.ts';
import { deleteExpiredSignIns } from './sessions.ts';

const hour = 3_600_000;
const day = 24 * hour;

describeOnOneDatabase('addresses that are not confirmed in time', (open) => {
  let office: SignInOffice;
  beforeAll(async () => {
    office = await openSignInOffice(await open());
  }, 60_000);

  const me = async (member: Member) => (await member.ask<CurrentUser>('/api/auth/user')).body;
  const confirmBy = async (member: Member) => (await member.ask<OwnSecurity>('/api/security')).body.confirmBy;
  const checkout = async (member: Member) => {
    const wish = { planName: 'pro', from: 'onboarding' };
    const chosen = await member.post<{ url: string }>('/api/subscription/create', wish);
    return openShopper(office.product.app, chosen.body.url);
  };
  const pay = async (member: Member) => {
    expect((await (await checkout(member)).pay(cards.pays)).status).toBe(303);
    await office.settled();
  };
  /** Runs the cleanup that every instance runs hourly. */
  const runCleanup = async () => {
    await deleteExpiredSignIns(office.product.services);
    await office.settled();
  };
  const accountOf = async (email: string) => {
    const { db } = office.product.services;
    return (
      await db.selectFrom('users').select('account_id').where('email', '=', email).executeTakeFirstOrThrow()
    ).account_id;
  };
  const held = async (accountId: string) => {
    const { db, provider } = office.product.services;
    const { customerId } = (await findSubscription(db, provider.name, accountId))!;
    const customer = await provider.readCustomer(customerId);
    return 'failed' in customer ? [] : customer.subscriptions;
  };
  const isKnown = async (email: string) => {
    const { db } = office.product.services;
    const row = await db.selectFrom('identities').select('id').where('email', '=', email).executeTakeFirst();
    return row !== undefined;
  };
  const rowsOf = async (accountId: string) => {
    const kept: string[] = [];
    for (const table of ['contacts', 'folders', 'preferences', 'template_roles', 'templates'] as const) {
      const rows = office.product.services.db.selectFrom(table as 'folders').select('account_id');
      if (await rows.where('account_id', '=', accountId).executeTakeFirst()) kept.push(table);
    }
    return kept;
  };
  const mailbox = (address: string) => Promise.resolve(office.post.to(address).map(({ text }) => text));

  test('a paying customer is not deleted and can confirm at any time', async () => {
    const person = { ...ada, email: 'pays@harbour.example' };
    const late = await office.signedIn(person, { confirmed: false });
    const left = Date.parse((await confirmBy(late)) ?? '') - office.now();
    expect(left).toBeGreaterThan(47 * hour);
    expect(left).toBeLessThanOrEqual(48 * hour);
    await pay(late);
    const before = await me(late);
    expect(await confirmBy(late)).toBeNull();
    office.wait(49 * hour);
    await runCleanup();
    expect(await isKnown(person.email)).toBe(true);
    const again = await office.signedIn(person, { confirmed: false });
    expect(await me(again)).toMatchObject({ id: before.id, planType: 'pro', emailConfirmed: false });
    expect((await again.post('/api/security/email/confirmation')).status).toBeLessThan(300);
    await office.settled();
    await confirmAddress(again.browser, mailbox, person.email);
    await runCleanup();
    expect(await me(again)).toMatchObject({ id: before.id, planType: 'pro', emailConfirmed: true });
  });

  test('people who pay nothing are deleted, except during a checkout', async () => {
    const person = { ...ada, email: 'browses@harbour.example' };
    await office.signedIn(person, { confirmed: false });
    office.wait(47 * hour);
    await checkout(await office.signedIn(person, { confirmed: false }));
    office.wait(2 * hour);
    await runCleanup();
    // This person is still in a checkout, so the cleanup does not delete them.
    expect(await isKnown(person.email)).toBe(true);
    office.wait(day);
    await runCleanup();
    expect(await isKnown(person.email)).toBe(false);
  });

  test('people are deleted once their plan has ended', async () => {
    const person = { ...ada, email: 'paid@harbour.example' };
    const late = await office.signedIn(person, { confirmed: false });
    await pay(late);
    await late.post('/api/subscription/cancel');
    office.wait(3 * day);
    await runCleanup();
    expect(await isKnown(person.email)).toBe(true);
    office.wait(12 * day);
    await runCleanup();
    expect(await isKnown(person.email)).toBe(false);
  });

  test('deleting a person also deletes their data and files', async () => {
    const person = { ...ada, email: 'made-things@harbour.example' };
    const late = await office.signedIn(person, { confirmed: false });
    const { accountId, id: userId } = await me(late);
    await late.put('/api/user/plan', { planName: 'free' });
    const desk = openDesk(office, { accountId, userId, cookie: late.browser.cookieHeader() });
    const draft = await desk.prepare(sampleLease(3), [
      { name: 'Grace Lindqvist', email: 'grace@mill.example' },
    ]);
    const payroll = { documentId: draft.id, name: 'Payroll', description: 'Of Ada', category: 'Legal' };
    expect((await desk.post('/api/templates', payroll)).status).toBe(201);
    await desk.post('/api/contacts', { name: 'Grace Lindqvist', email: 'grace@mill.example' });
    const folder = (await desk.post<{ id: string }>('/api/folders', { name: 'Secret' })).body.id;
    expect((await desk.post('/api/documents/move', { ids: [draft.id], folderId: folder })).status).toBe(200);
    expect((await late.patch('/api/user/preferences', { theme: 'dark' })).status).toBe(200);
    const { db, files } = office.product.services;
    const { base_sha256: file } = await db
      .selectFrom('templates')
      .select('base_sha256')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    expect(await rowsOf(accountId)).toEqual([
      'contacts',
      'folders',
      'preferences',
      'template_roles',
      'templates',
    ]);
    office.wait(2 * day + 1);
    await runCleanup();
    expect(await rowsOf(accountId)).toEqual([]);
    await purgeDue(office.product.services);
    office.wait(2 * day);
    await deleteUnusedFiles(office.product.services);
    await expect(files.open(file!)).rejects.toThrow();
  });

  test("a paying customer with another person's address is deleted when that person confirms it, and is not charged again", async () => {
    const person = { ...mallory, email: 'grace@harbour.example' };
    const squatter = await office.signedIn(person, { confirmed: false });
    await pay(squatter);
    const accountId = await accountOf(person.email);
    expect(await held(accountId)).toMatchObject([{ state: 'trialing', cancelAt: null }]);
    const another = { ...mallory, email: person.email, password: 'another way in' };
    const atTheTill = await checkout(await office.signedIn(another, { confirmed: false }));
    await office.signedIn({ ...ada, email: person.email, password: 'compilers, 1952' });
    await office.settled();
    expect(await squatter.state()).toBe(401);
    expect(await held(accountId)).toMatchObject([{ state: 'trialing', cancelAt: expect.any(Number) }]);
    expect((await atTheTill.pay(cards.pays)).status).toBe(410);
  });
});
