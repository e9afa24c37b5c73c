import { expect, test, vi } from 'vitest';
import { webhookKinds } from '#core/webhook/events.ts';
import { openPaymentSandbox } from '#server/adapters/payment-sandbox/open-sandbox.ts';
import { isConfigProblem, loadConfig } from '#server/foundation/config/config.ts';
import { jobs } from '#server/foundation/jobs/jobs.ts';
import { openFeatures } from './features.ts';
import { inTransaction } from '#server/foundation/db/transaction.ts';
import { grace } from '#testing/cast.ts';
import { describeOnEveryDatabase, describeOnOneDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office, type OfficeOptions } from '#testing/open-office.ts';
import { openReceiver } from '#testing/servers/webhook-receiver.ts';

describeOnEveryDatabase('stopping a server', (open) => {
  test('the server responds to a delivery in progress, and no delivery fails', async () => {
    const database = await open();
    const config = loadConfig({ LOG_LEVEL: 'silent', SECRET_KEY: 'a key for a test of the harbour office' });
    if (isConfigProblem(config)) throw new Error(config.problem);
    const { provider, sandbox } = openPaymentSandbox({ db: database.db, clock: Date.now, config });
    const begun = gate();
    const released = gate();
    const answers: number[] = [];
    const deliver = async (): Promise<void> => {
      begun.open();
      await released.passed;
      for (let asked = 0; asked < 20; asked += 1) {
        answers.push((await office.product.app.inject('/api/health')).statusCode);
      }
    };
    const payments = { provider, sandbox: { ...sandbox, deliver } };
    const office: Office = await openOffice(database, { ports: { payments } });
    await inTransaction(database.db, (tx) =>
      office.product.jobs.enqueue(tx, 'deliver-sandbox-event', { eventId: 'evt_1' }),
    );
    await begun.passed;
    const closing = office.close();
    released.open();
    await closing;
    expect(answers).toEqual(Array<number>(20).fill(200));
  });
});

describeOnOneDatabase('a web-only server (ROLES=web), as in the drill', (open) => {
  test('a web-only server does not expire documents or send webhooks, unlike one with the worker role', async () => {
    const database = await open();
    const settings = { SECRET_KEY: 'a key for a test of the harbour office' };
    const aYear = 365 * 86_400_000;
    const [first, receiver] = [
      await openOffice(database, { working: false, settings }),
      await openReceiver(),
    ];
    const ada = await first.desk();
    await ada.post('/api/webhooks', { url: receiver.url, kinds: webhookKinds });
    const lease = await ada.sent(sampleLease(1), [grace]);
    await first.close();
    const statusAfter = async (options: OfficeOptions, done: () => Promise<unknown>): Promise<unknown> => {
      const office = await openOffice(database, { ...options, settings, startsAt: Date.now() + aYear });
      await done();
      // Closing waits for all work that was started.
      await office.close();
      const row = database.db.selectFrom('documents').select('status').where('id', '=', lease.id);
      return { status: (await row.executeTakeFirstOrThrow()).status, mails: office.post.mails.length };
    };
    expect(await statusAfter({ working: false }, async () => undefined)).toEqual({
      status: 'sent',
      mails: 0,
    });
    expect(receiver.received).toEqual([]);
    const told = () => receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    const expired = () => expect(told()).toContain('document.expired');
    expect(await statusAfter({}, () => vi.waitFor(expired, 30_000))).toMatchObject({ status: 'expired' });
  });
});

describeOnOneDatabase('the features of the product', (open) => {
  test('exactly one feature handles each queue', async () => {
    const { product } = await openOffice(await open(), { working: false });
    const handled = openFeatures(product.services).flatMap((feature) => Object.keys(feature.jobs ?? {}));
    // The payment sandbox adds this handler.
    expect([...handled, 'deliver-sandbox-event'].sort()).toEqual(Object.keys(jobs).sort());
  });
});

describeOnOneDatabase('the schedules of the product', (open) => {
  test('schedules start once, even if the jobs pause in between, and stop with the product', async () => {
    const database = await open();
    const config = loadConfig({ LOG_LEVEL: 'silent', SECRET_KEY: 'a key for a test of the harbour office' });
    if (isConfigProblem(config)) throw new Error(config.problem);
    const { provider, sandbox } = openPaymentSandbox({ db: database.db, clock: Date.now, config });
    const renewals = { started: 0, stopped: 0 };
    const startRenewals = () => {
      renewals.started += 1;
      return { stop: async () => void (renewals.stopped += 1) };
    };
    const payments = { provider, sandbox: { ...sandbox, startRenewals } };
    const office = await openOffice(database, { ports: { payments } });
    await vi.waitFor(() => expect(renewals).toEqual({ started: 1, stopped: 0 }), 30_000);
    await office.product.jobs.rest();
    await office.product.work();
    await office.close();
    expect(renewals).toEqual({ started: 1, stopped: 1 });
  });
});

function gate(): { open: () => void; passed: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: resolve, passed: promise };
}
