import { beforeAll, expect, test } from 'vitest';
import type { Delivery } from '#server/ports/mailer.ts';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { recordDelivery } from './record-delivery.ts';

const hour = 3_600_000;
const later: Delivery = { state: 'deferred', reply: '450 4.2.1 Busy' };

describeOnOneDatabase('an email that has been delayed for long', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open());
  });

  const noticesOf = async ({ accountId }: Desk) =>
    (
      await office.ports.database.db
        .selectFrom('notices')
        .select(['kind', 'document_id'])
        .where('account_id', '=', accountId)
        .execute()
    ).map(({ kind, document_id }) => [kind, document_id]);

  test('the sender of a delayed email is notified once, after a day and not before', async () => {
    const ada = await office.desk();
    office.post.answer(grace.email, later);
    const { id } = await ada.sent(sampleLease(1), [grace]);
    const { db } = office.ports.database;
    const mail = await db
      .selectFrom('mails')
      .selectAll()
      .where('document_id', '=', id)
      .executeTakeFirstOrThrow();
    const { clock } = office.ports;
    const tryAgain = (delivery: Delivery) =>
      inTransaction(db, (tx) => recordDelivery(tx, { clock, jobs: office.product.jobs }, mail, delivery));
    await tryAgain(later);
    office.wait(23 * hour);
    await tryAgain(later);
    expect(await noticesOf(ada)).toEqual([]);
    office.wait(2 * hour);
    for (let tries = 0; tries < 3; tries += 1) await tryAgain(later);
    expect(await noticesOf(ada)).toEqual([['delivery-delayed', id]]);
  });

  test('the explanation of why an email was given up is in the sender’s language', async () => {
    const ada = await office.desk({ email: 'gerda@harbour.example' });
    expect(
      (await ada.ask('/api/user/preferences', { method: 'PATCH', body: { language: 'de' } })).status,
    ).toBeLessThan(300);
    const reply = 'Given up after 150 tries: The mail server did not answer (ETIMEDOUT)';
    office.post.answer(grace.email, { state: 'bounced', reply });
    await ada.sent(sampleLease(1), [grace]);
    await office.settled();
    const words =
      'Nach 150 Versuchen aufgegeben. Die letzte Antwort war: Der Mailserver hat nicht geantwortet (ETIMEDOUT)';
    expect(office.post.to('gerda@harbour.example').at(-1)?.text).toContain(words);
  });
});
