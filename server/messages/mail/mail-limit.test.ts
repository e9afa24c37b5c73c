import { beforeAll, expect, test } from 'vitest';
import { mailLimits } from '#core/document/mail-limit.ts';
import type { PlanName } from '#core/plan/plans.ts';
import { grace, hana, linus } from '#testing/cast.ts';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { newId } from '../../foundation/db/new-id.ts';
import { sendInTransaction } from '../../documents/sending/send-document.ts';

const minute = 60_000;
const hour = 60 * minute;

describeOnEveryDatabase('an account’s email limits (S-15)', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open());
  });

  const deskOn = (plan: PlanName): Promise<Desk> =>
    office.desk({ firstName: 'Ada', lastName: 'Moreau', email: 'ada@harbour.example', plan });

  /** Adds emails that the account sent this many milliseconds ago. */
  async function mailedBefore(ada: Desk, count: number, ago: number, address?: string): Promise<void> {
    const at = new Date(office.now() - ago);
    const rows = Array.from({ length: count }, (_, index) => ({
      account_id: ada.accountId,
      id: newId(office.now()),
      document_id: newId(office.now()),
      kind: 'invitation',
      to_name: '',
      to_address: address ?? `somebody.${index}@elsewhere.example`,
      state: 'accepted',
      created_at: at,
      due_at: at,
    }));
    await office.ports.database.db.insertInto('mails').values(rows).execute();
  }

  test.each([
    ['an hour', mailLimits.pro.perHour - 1, 20 * minute, 40 * 60],
    ['a day', mailLimits.pro.perDay - 1, 5 * hour, 19 * 3600],
  ])('emails above the limit of %s are refused until there is room again', async (_, before, ago, wait) => {
    const ada = await deskOn('pro');
    await mailedBefore(ada, before, ago);
    const two = await ada.prepare(sampleLease(1), [grace, linus]);
    const refused = await ada.send(two.id);
    expect(refused).toMatchObject({ status: 429, body: { code: 'mail-limit' } });
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(wait);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(wait - 120);
    expect((await ada.read(two.id)).status).toBe('draft');
    const one = await ada.prepare(sampleLease(1), [hana]);
    expect((await ada.send(one.id)).status).toBe(200);
    expect((await ada.post(`/api/documents/${one.id}/remind`, {})).body).toMatchObject({
      code: 'mail-limit',
    });
    const other = await deskOn('pro');
    const theirs = await other.prepare(sampleLease(1), [grace, linus]);
    expect((await other.send(theirs.id)).status).toBe(200);
  });

  test('one address cannot be flooded, whatever its spelling', async () => {
    const ada = await deskOn('free');
    await mailedBefore(ada, mailLimits.free.perAddressPerDay, hour * 2, 'GRACE@harbour.example');
    const lease = await ada.prepare(sampleLease(1), [grace]);
    const refused = await ada.send(lease.id);
    expect(refused).toMatchObject({ status: 429, body: { code: 'mail-limit' } });
    const to = await ada.sent(sampleLease(1), [linus]);
    const path = `/api/documents/${to.id}/recipients/${to.recipients[0]!.id}/correct`;
    expect(await ada.post(path, grace)).toMatchObject({
      status: 429,
      body: { code: 'mail-limit' },
    });
    expect((await ada.read(to.id)).recipients[0]).toMatchObject({ email: linus.email });
  });

  test('a bulk send is not refused, but its emails are spread over time', async () => {
    const ada = await deskOn('pro');
    await mailedBefore(ada, mailLimits.pro.perHour - 1, 20 * minute);
    const lease = await ada.prepare(sampleLease(1), [{ ...grace, email: 'grace@elsewhere.example' }, linus]);
    office.post.mails.length = 0;
    const services = { ...office.product.services, newAccountMails: null };
    const person = {
      email: 'ada@harbour.example',
      name: 'Ada',
      confirmedAt: office.now(),
      confirmedBy: null,
      from: null,
    };
    const owner = { accountId: ada.accountId, userId: ada.userId, ...person };
    const refused = await services.db
      .transaction()
      .execute((tx) => sendInTransaction(tx, services, owner, lease.id, {}, 'wait'));
    expect(refused).toBeUndefined();
    await office.settled();
    expect(office.post.mails.map(({ to }) => to.address)).toEqual(['grace@elsewhere.example']);
    const waiting = await services.db
      .selectFrom('mails')
      .select('due_at')
      .where('account_id', '=', ada.accountId)
      .where('to_address', '=', linus.email)
      .executeTakeFirstOrThrow();
    const wait = waiting.due_at.getTime() - office.now();
    expect(wait).toBeGreaterThan(38 * minute);
    expect(wait).toBeLessThanOrEqual(40 * minute);
  });
});
