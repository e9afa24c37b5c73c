import { beforeAll, expect, test } from 'vitest';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { newId } from '../../foundation/db/new-id.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { setPlan } from '../../records/plan-store.ts';

const day = 86_400_000;
const people = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ email: `signer${at}@harbour.example`, name: `Signer ${at}` }));

describeOnEveryDatabase('plan limits', (open) => {
  let office: Office;
  let pdf: Uint8Array;
  beforeAll(async () => {
    office = await openOffice(await open());
    pdf = sampleLease();
  }, 60_000);

  const freeDesk = () => office.desk({ ...ada, plan: 'free' });
  const move = (desk: Desk, plan: 'free' | 'pro' | 'business', until: number | null = null) =>
    inTransaction(office.ports.database.db, (tx) =>
      setPlan(tx, desk.accountId, { plan, until }, office.now()),
    );

  test('exactly three of two hundred concurrent uploads succeed with a limit of three', async () => {
    const desk = await freeDesk();
    const answers = await Promise.all(Array.from({ length: 200 }, () => desk.upload(pdf)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status !== 201);
    // Some uploads reach the plan limit. Those that would wait too long in the queue are refused earlier.
    expect(
      new Set(refused.map(({ status, body }) => `${status} ${(body as unknown as Coded).code}`)),
    ).toEqual(new Set(['403 plan-limit-documents', '429 too-many-requests']));
    expect((await desk.ask<unknown[]>('/api/documents')).body).toHaveLength(3);
  }, 120_000);

  test('exactly five of two hundred concurrent templates are created with a limit of five', async () => {
    const desk = await freeDesk();
    const body = { name: 'Lease', description: 'For the boathouse' };
    const answers = await Promise.all(Array.from({ length: 200 }, () => desk.post('/api/templates', body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ body }) => (body as Coded).code === 'plan-limit-templates')).toHaveLength(195);
  }, 120_000);

  test.each([
    ['keys', 100, '/api/keys', () => ({ name: 'Portal', mode: 'live', scopes: ['documents:read'] })],
    [
      'apps',
      50,
      '/api/apps',
      () => ({ name: 'Sheets', redirectUris: ['https://sheets.example/'], confidential: false }),
    ],
    [
      'websites',
      50,
      '/api/embedding/origins',
      (at: number) => ({ origin: `https://site${at}.harbour.example` }),
    ],
  ])(
    'creating %s concurrently does not exceed the limit of %i',
    async (_, most, path, body) => {
      const desk = await office.desk({ ...ada, plan: 'business' });
      for (let made = 0; made < most - 2; made += 1)
        expect((await desk.post(path, body(made))).status).toBe(201);
      const asked = Array.from({ length: 12 }, (_unused, at) => desk.post(path, body(most + at)));
      const answers = await Promise.all(asked);
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(10);
    },
    120_000,
  );

  test('more recipients than the plan allows cannot be saved or sent', async () => {
    const desk = await freeDesk();
    const { body: document } = await desk.upload(pdf);
    const put = (count: number) => desk.put(`/api/documents/${document.id}/recipients`, people(count));
    expect((await put(5)).status).toBe(200);
    expect(await put(6)).toMatchObject({ status: 403, body: { code: 'plan-limit-recipients' } });
    expect((await desk.read(document.id)).recipients).toHaveLength(5);
    expect(await desk.send(document.id, { recipients: people(6) })).toMatchObject({
      status: 403,
      body: { code: 'plan-limit-recipients' },
    });
  });

  longTest(
    'after a downgrade existing documents can be read and completed, and only new actions are refused',
    async () => {
      const desk = await office.desk({ ...ada, plan: 'pro' });
      const sent = await desk.prepare(pdf, [{ email: 'grace@harbour.example', name: 'Grace Lindqvist' }]);
      for (let more = 0; more < 3; more += 1) await desk.upload(pdf);
      const wide = await desk.prepare(pdf, people(7));
      expect((await desk.send(sent.id)).status).toBe(200);
      await office.settled();

      await move(desk, 'free');
      expect((await desk.ask<unknown[]>('/api/documents')).body).toHaveLength(5);
      expect((await desk.upload(pdf)).status).toBe(403);
      expect((await desk.send(wide.id)).status).toBe(403);
      // Reducing an oversized draft is allowed, since it resolves the problem.
      const six = wide.recipients.slice(0, 6).map(({ id, email, name }) => ({ id, email, name }));
      expect((await desk.put(`/api/documents/${wide.id}/recipients`, six)).status).toBe(200);
      expect((await desk.signer('grace@harbour.example').sign()).status).toBe(200);
      await office.settled();
      expect(await desk.read(sent.id)).toMatchObject({ status: 'completed' });
      const usage = (await desk.ask('/api/user/usage')).body;
      expect(usage).toMatchObject({ planType: 'free', documentsUsed: 5, documentsLimit: 3 });
    },
    60_000,
  );

  test('a canceled plan ends on time without an event from the payment provider', async () => {
    const desk = await office.desk({ ...ada, plan: 'pro' });
    for (let more = 0; more < 3; more += 1) await desk.upload(pdf);
    await move(desk, 'pro', office.now() + day);
    expect((await desk.upload(pdf)).status).toBe(201);
    await move(desk, 'pro', office.now() - 1);
    expect((await desk.upload(pdf)).status).toBe(403);
    expect((await desk.ask('/api/auth/user')).body).toMatchObject({ planType: 'free' });
  });

  test('a plan change waits for a transaction that was checked against the old plan', async () => {
    const desk = await freeDesk();
    const { db } = office.ports.database;
    const order: string[] = [];
    let downgraded: Promise<void> | undefined;
    await inTransaction(db, async (tx) => {
      await tx.selectFrom('accounts').select('plan').where('id', '=', desk.accountId).forShare().execute();
      downgraded = move(desk, 'pro').then(() => void order.push('plan changed'));
      await tx.selectFrom('accounts').select('id').where('id', '=', newId(office.now())).execute();
      order.push('act committed');
    });
    await downgraded;
    expect(order).toEqual(['act committed', 'plan changed']);
  });
});

describeOnEveryDatabase('an installation without plans', (open) => {
  test('without plans nothing is limited, and responses say so', async () => {
    const office = await openOffice(await open(), { settings: { PLANS: 'off' } });
    const desk = await office.desk({ ...ada, plan: 'free' });
    const pdf = sampleLease();
    for (let more = 0; more < 4; more += 1) expect((await desk.upload(pdf)).status).toBe(201);
    expect((await desk.ask('/api/auth/user')).body).toMatchObject({ planType: 'business' });
    expect((await desk.ask('/api/user/usage')).body).toMatchObject({
      planType: 'business',
      isUnlimited: true,
      documentsLimit: -1,
      templatesLimit: -1,
      recipientLimit: -1,
    });
  });
});

type Coded = { code: string };
const ada = { firstName: 'Ada', lastName: 'Moreau', email: 'ada@harbour.example' };
