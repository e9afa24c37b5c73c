import { expect, test } from 'vitest';
import { openPaymentSandbox } from '#server/adapters/payment-sandbox/open-sandbox.ts';
import { isConfigProblem, loadConfig } from '#server/config.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

describeOnEveryDatabase('a server that stops', (open) => {
  test('answers the delivery that is under way, and nothing is reported as failed', async () => {
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

function gate(): { open: () => void; passed: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: resolve, passed: promise };
}
