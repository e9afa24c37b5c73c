import { beforeAll, expect, test } from 'vitest';
import type { CurrentUser } from '#contract/accounts/account.ts';
import type { ClosureAnswer } from '#contract/operations/account-deletion.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { unreliablePayments } from '#testing/payments/shaky-payments.ts';
import { cards, openShopper } from '#testing/payments/shopper.ts';
import { endSubscription } from '../billing/end-subscription.ts';
import { findSubscription } from '../billing/subscription-store.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';
import type { PasswordGate } from '../../accounts/sign-in/password-gate.ts';
import { requestClosure, cancelClosure } from './request-closure.ts';
import { closeDueAccounts } from './close-account.ts';

const day = 86_400_000;

describeOnOneDatabase('closing an account', (open) => {
  let at: Office;
  beforeAll(async () => {
    at = await openOffice(await open());
  });

  const close = (desk: Desk, confirmation: string) =>
    desk.post<ClosureAnswer & { code?: string }>('/api/account/closure', { confirmation });
  const subjects = (email: string) => at.post.to(email).map(({ subject }) => subject);

  test('only the owner can close the account, after confirming it, and can then only cancel or export', async () => {
    const ada = await at.desk();
    const hana = await at.colleague(ada, { role: 'admin', firstName: 'Hana', email: 'hana@harbour.example' });
    const { id } = (await ada.upload(sampleLease())).body;
    expect((await close(hana, 'hana@harbour.example')).body).toMatchObject({ code: 'not-permitted' });
    expect((await close(ada, 'mallory@harbour.example')).body).toMatchObject({
      code: 'closure-not-confirmed',
    });
    const asked = await close(ada, ' Ada@harbour.example');
    expect(asked.body).toMatchObject({ requestedBy: 'ada@harbour.example', confirmBy: 'address', out: 0 });
    await at.settled();
    for (const person of ['ada@harbour.example', 'hana@harbour.example'])
      expect(subjects(person)).toEqual(['The account will be closed']);
    // Hana is signed out, and Ada can only cancel and export.
    expect((await hana.ask('/api/documents')).status).toBe(401);
    for (const [method, path] of [
      ['GET', '/api/documents'],
      ['PUT', `/api/documents/${id}`],
      ['POST', `/api/documents/${id}/send`],
      ['DELETE', `/api/documents/${id}`],
      ['POST', '/api/team/leave'],
    ] as const)
      expect((await ada.ask(path, { method, ...(method === 'GET' ? {} : { body: {} }) })).body).toMatchObject(
        {
          code: 'account-closing',
        },
      );
    const user = (await ada.ask<CurrentUser>('/api/auth/user')).body;
    expect(user.closesAt).toBe(asked.body.closesAt);
    expect((await ada.post('/api/account/exports')).status).toBe(201);
    expect((await ada.delete('/api/account/closure')).body).toMatchObject({
      closesAt: null,
    });
    expect((await ada.ask<unknown[]>('/api/documents')).body).toHaveLength(1);
    await at.settled();
    expect(subjects('hana@harbour.example')).toEqual([
      'The account will be closed',
      'The account will not be closed',
    ]);
    await closeDueAccounts({ ...at.product.services, clock: () => at.now() + 31 * day });
    expect((await ada.ask<unknown[]>('/api/documents')).body).toHaveLength(1);
  });

  test('signed documents remain for their signers, open ones are voided, everything else is deleted, and repeating the run does no harm', async () => {
    const ada = await at.desk({ email: 'imre@harbour.example' });
    const { db } = at.product.services;
    const signed = await ada.signed(sampleLease(), [grace]);
    const copy = ada.signer(grace.email);
    const out = await ada.sent(sampleLease(2), [linus]);
    const waiting = ada.signer(linus.email);
    const draft = (await ada.upload(sampleLease(3))).body;
    await ada.post('/api/folders', { name: 'Leases' });
    const sealed = (await copy.download()).bytes;
    expect((await close(ada, 'imre@harbour.example')).body).toMatchObject({ out: 1 });
    // During the waiting period, recipients can still respond.
    expect((await waiting.view()).body).toMatchObject({ document: { id: out.id } });

    const events = async () => {
      const rows = db
        .selectFrom('events')
        .select(['document_id', 'hash'])
        .where('account_id', '=', ada.accountId);
      return (await rows.execute()).length;
    };
    const before = await events();
    const later = { ...at.product.services, clock: () => at.now() + 31 * day };
    await closeDueAccounts(later);
    await Promise.all([closeDueAccounts(later), closeDueAccounts(later)]);
    await at.settled();
    expect((await ada.ask('/api/auth/user')).status).toBe(401);
    expect((await copy.download()).bytes.equals(sealed)).toBe(true);
    expect((await waiting.view()).body).toMatchObject({
      code: 'document-voided',
      detail: 'The sender has voided this document. It can no longer be signed.',
    });
    expect(at.post.to(linus.email).at(-1)?.text).toContain('The account that sent this document was closed.');
    expect((await waiting.sign()).status).not.toBe(200);
    expect(subjects('imre@harbour.example').filter((one) => one === 'The account was closed')).toHaveLength(
      1,
    );
    // The audit trails have only gained events: the voiding, and Grace downloading her copy again.
    expect(await events()).toBe(before + 2);
    for (const table of ['folders', 'contacts', 'templates', 'sessions', 'preferences', 'notices'] as const) {
      const rows = await db
        .selectFrom(table)
        .select('account_id')
        .where('account_id', '=', ada.accountId)
        .execute();
      expect(rows, table).toEqual([]);
    }
    const left = await db
      .selectFrom('documents')
      .selectAll()
      .where('account_id', '=', ada.accountId)
      .execute();
    expect(left.find(({ id }) => id === draft.id)).toMatchObject({ files_kept: false });
    expect(left.find(({ id }) => id === signed.id)).toMatchObject({ files_kept: true });
  });

  test('the closing cannot be canceled after the waiting period', async () => {
    const ada = await at.desk();
    await ada.sent(sampleLease(), [grace]);
    await close(ada, 'ada@harbour.example');
    const { services } = at.product;
    // Ada cancels after open documents were voided and before the account is closed.
    const late = { ...services, clock: () => at.now() + 31 * day };
    const ended = await cancelClosure(late, {
      accountId: ada.accountId,
      userId: ada.userId,
      ip: null,
    } as unknown as SignedInUser);
    expect(ended).toMatchObject({ refused: 'account-closing' });
    await closeDueAccounts(late);
    const { closed_at, closes_at } = await services.db
      .selectFrom('accounts')
      .select(['closed_at', 'closes_at'])
      .where('id', '=', ada.accountId)
      .executeTakeFirstOrThrow();
    expect([closed_at, closes_at]).toEqual([expect.any(Date), expect.any(Date)]);
  });

  longTest(
    'closing waits for a postponed seal, but not for a seal that has failed for more than a week',
    async () => {
      const ada = await at.desk();
      const noor = { name: 'Noor Haddad', email: 'noor@haddad.example' };
      const { id } = await ada.sent(sampleLease(1), [noor]);
      const { files } = at.ports;
      const { put } = files;
      files.put = () => Promise.reject(new Error('ENOSPC: no space left on device'));
      const { services } = at.product;
      const status = async () =>
        services.db
          .selectFrom('documents')
          .select(['status', 'seal_problem'])
          .where('id', '=', id)
          .executeTakeFirst();
      try {
        expect((await ada.signer(noor.email).sign()).status).toBe(200);
        await expect.poll(status, { timeout: 20_000 }).toMatchObject({ seal_problem: expect.any(String) });
        await close(ada, 'ada@harbour.example');
        const due = {
          closure_requested_at: new Date(at.now() - 40 * day),
          closes_at: new Date(at.now() - 1000),
        };
        await services.db.updateTable('accounts').set(due).where('id', '=', ada.accountId).execute();
        await closeDueAccounts(services);
        expect(await status()).toMatchObject({ status: 'sealing' });
        await closeDueAccounts({ ...services, clock: () => at.now() + 9 * day });
        expect(await status()).toMatchObject({ status: 'voided' });
      } finally {
        files.put = put;
      }
    },
  );

  const shop = (url: string) => openShopper(at.product.app, url);
  const checkout = async (desk: Desk) =>
    (await desk.post<{ url: string }>('/api/subscription/create', { planName: 'business' })).body.url;
  /** Returns the account's subscriptions at the provider. */
  const heldOf = async ({ accountId }: Desk) => {
    const { db, provider } = at.product.services;
    const { customerId } = (await findSubscription(db, provider.name, accountId))!;
    const customer = await provider.readCustomer(customerId);
    return 'failed' in customer ? [] : customer.subscriptions;
  };
  const due = () => closeDueAccounts({ ...at.product.services, clock: () => at.now() + 31 * day });

  test('closing is refused while a paid plan continues, even before any payment event has arrived', async () => {
    const noor = await at.desk({ email: 'noor@harbour.example', plan: 'free' });
    await shop(await checkout(noor)).pay(cards.pays);
    expect((await close(noor, 'noor@harbour.example')).body).toMatchObject({ code: 'subscription-active' });
    await noor.post('/api/subscription/cancel');
    expect((await close(noor, 'noor@harbour.example')).status).toBe(200);
  });

  test('closing is refused while the payment provider cannot be asked about the plan', async () => {
    const payments = unreliablePayments(at.ports.payments);
    const services = { ...at.product.services, provider: payments.provider };
    const desk = await at.desk({ email: 'tove@harbour.example', plan: 'free' });
    await checkout(desk);
    const user = { ...desk, email: 'tove@harbour.example', ip: null } as unknown as SignedInUser;
    const gate = { open: async () => true } as unknown as PasswordGate;
    payments.cut(true);
    expect(await requestClosure(services, gate, user, '')).toMatchObject({
      refused: 'payments-unavailable',
    });
    expect((await desk.ask<CurrentUser>('/api/auth/user')).body.closesAt).toBeNull();
  });

  test('an open checkout cannot be paid any more once the account is being closed', async () => {
    const ada = await at.desk({ email: 'open@harbour.example', plan: 'free' });
    const url = await checkout(ada);
    expect((await close(ada, 'open@harbour.example')).status).toBe(200);
    expect((await shop(url).pay(cards.pays)).status).toBe(410);
    expect(await heldOf(ada)).toEqual([]);
  });

  longTest(
    'a plan renewed in the meantime can be canceled and ends with the account, and repeating the run does no harm',
    async () => {
      const ada = await at.desk({ email: 'renewed@harbour.example', plan: 'free' });
      await shop(await checkout(ada)).pay(cards.pays);
      await at.settled();
      const portal = (await ada.ask<{ url: string }>('/api/subscription/portal')).body.url;
      const renew = async () => {
        await shop(portal).act('resume');
        await at.settled();
      };
      await ada.post('/api/subscription/cancel');
      expect((await close(ada, 'renewed@harbour.example')).status).toBe(200);
      await renew();
      expect((await ada.post('/api/subscription/cancel')).status).toBe(200);
      await renew();
      expect(await heldOf(ada)).toMatchObject([{ state: 'active', cancelAt: null }]);
      await due();
      await at.settled();
      expect(await heldOf(ada)).toMatchObject([{ state: 'active', cancelAt: expect.any(Number) }]);
      const ended = await heldOf(ada);
      await endSubscription(at.product.services, ada.accountId);
      expect(await heldOf(ada)).toEqual(ended);
      // The provider's portal is still open, but no member can cancel the plan through the product any more.
      await renew();
      expect(await heldOf(ada)).toEqual(ended);
    },
  );

  test('an account with members keeps its paid plan', async () => {
    const ada = await at.desk({ email: 'stays@harbour.example', plan: 'free' });
    await shop(await checkout(ada)).pay(cards.pays);
    await at.settled();
    await endSubscription(at.product.services, ada.accountId);
    expect(await heldOf(ada)).toMatchObject([{ state: 'active', cancelAt: null }]);
  });
});
