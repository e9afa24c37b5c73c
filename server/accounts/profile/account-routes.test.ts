import type { Insertable } from 'kysely';
import { expect, test } from 'vitest';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { ada, mallory, signUp } from '#testing/sign-up.ts';
import { startServer } from '#testing/servers/start-server.ts';
import { newId } from '../../foundation/db/new-id.ts';
import type { DocumentsTable } from '../../foundation/db/schema.ts';

const day = 24 * 60 * 60_000;
const now = Date.parse('2026-11-20T12:00:00Z');
const months = [
  '2025-12',
  ...Array.from({ length: 11 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}`),
];

describeOnOneDatabase('dashboard and plan usage', (open) => {
  async function start() {
    const { db } = await open();
    const { baseUrl } = await startServer({ db, clock: () => now });
    const cookie = await signUp(baseUrl);
    const read = async (path: string, as = cookie) =>
      (await fetch(baseUrl + path, { headers: { cookie: as } })).json() as Promise<Record<string, unknown>>;
    const { account_id } = await db.selectFrom('users').select('account_id').executeTakeFirstOrThrow();
    const add = async (status: string, ages: { created: number; sent?: number; completed?: number }) => {
      const at = (age?: number) => (age === undefined ? null : new Date(now - age * day));
      const row: Insertable<DocumentsTable> = {
        account_id,
        id: newId(now),
        created_by: account_id,
        title: 'Employment agreement',
        status,
        file_name: 'a.pdf',
        media_type: 'application/pdf',
        pages: [],
        original_sha256: '00',
        original_size: 1,
        base_sha256: '00',
        base_size: 1,
        created_at: at(ages.created)!,
        sent_at: at(ages.sent),
        completed_at: at(ages.completed),
      };
      await db.insertInto('documents').values(row).execute();
    };
    return { db, baseUrl, read, add, account_id };
  }

  test('an account without documents has zero counts and no average', async () => {
    const { read } = await start();
    expect(await read('/api/dashboard/stats')).toEqual({
      totalDocuments: 0,
      pendingSignatures: 0,
      completedDocuments: 0,
      thisMonthDocuments: 0,
      averageSignTime: null,
      averageSignTimeBefore: null,
    });
    expect(await read('/api/user/usage')).toEqual({
      planType: 'free',
      isUnlimited: false,
      documentsUsed: 0,
      documentsLimit: 3,
      completedDocuments: 0,
      templatesUsed: 0,
      templatesLimit: 5,
      fileSizeLimit: 26_214_400,
      recipientLimit: 5,
      history: months.map((month) => ({ month, documents: 0, completed: 0 })),
    });
  });

  test('a new account has no plan until Free is chosen, and Free does not replace another plan', async () => {
    const { db } = await open();
    const { baseUrl } = await startServer({ db, clock: () => now });
    const cookie = await signUp(baseUrl, ada, { onboarding: true });
    const ask = async (path: string, init: RequestInit = {}) => {
      const headers = { cookie, 'content-type': 'application/json' };
      return fetch(baseUrl + path, { ...init, headers });
    };
    const choose = async (planName: string) =>
      (await ask('/api/user/plan', { method: 'PUT', body: JSON.stringify({ planName }) })).status;
    const read = async (path: string) => (await ask(path)).json();
    expect(await read('/api/auth/user')).toMatchObject({ planType: '' });
    expect(await read('/api/user/usage')).toMatchObject({ planType: 'free', documentsLimit: 3 });
    expect(await choose('business')).toBe(400);
    expect(await choose('free')).toBe(204);
    expect(await read('/api/auth/user')).toMatchObject({ planType: 'free' });
    await db.updateTable('accounts').set({ plan: 'pro' }).execute();
    await choose('free');
    expect(await read('/api/auth/user')).toMatchObject({ planType: 'pro' });
  });

  test('the dashboard counts documents by status and month, and averages signing times of the last and previous thirty days', async () => {
    const { db, read, add } = await start();
    await add('draft', { created: 1 });
    await add('sent', { created: 2, sent: 2 });
    await add('sealing', { created: 3, sent: 3 });
    await add('completed', { created: 4, sent: 4, completed: 3 });
    await add('completed', { created: 12, sent: 12, completed: 9 });
    await add('completed', { created: 45, sent: 44, completed: 40 });
    await add('completed', { created: 300, sent: 290, completed: 280 });
    await add('draft', { created: 1 });
    await db
      .updateTable('documents')
      .set({ deleted_at: new Date(now) })
      .where('status', '=', 'draft')
      .execute();

    expect(await read('/api/dashboard/stats')).toEqual({
      totalDocuments: 6,
      pendingSignatures: 2,
      completedDocuments: 4,
      thisMonthDocuments: 4,
      averageSignTime: 2 * day,
      averageSignTimeBefore: 4 * day,
    });
  });

  test('the dashboard agrees with the bin, and deleting does not change monthly counts or signing times', async () => {
    const { db, read, add, account_id } = await start();
    await db.insertInto('monthly_usage').values({ account_id, month: '2026-11-01', documents: 2 }).execute();
    await add('completed', { created: 4, sent: 4, completed: 2 });
    await add('sent', { created: 3, sent: 3 });
    const story = async () => {
      const stats = await read('/api/dashboard/stats');
      const usage = await read('/api/user/usage');
      return {
        time: stats['averageSignTime'],
        month: [usage['documentsUsed'], usage['completedDocuments']],
        chart: (usage['history'] as unknown[]).at(-1),
      };
    };
    const before = await story();
    expect(before).toEqual({
      time: 2 * day,
      month: [2, 1],
      chart: { month: '2026-11', documents: 2, completed: 1 },
    });
    await db
      .updateTable('documents')
      .set({ deleted_at: new Date(now) })
      .where('status', '=', 'completed')
      .execute();
    expect(await story()).toEqual(before);
    expect(await read('/api/dashboard/stats')).toMatchObject({ totalDocuments: 1, completedDocuments: 0 });
  });

  test('usage covers this month only, and -1 means unlimited', async () => {
    const { db, read, account_id } = await start();
    await db
      .insertInto('monthly_usage')
      .values([
        { account_id, month: '2026-11-01', documents: 2 },
        { account_id, month: '2026-10-01', documents: 3 },
        { account_id, month: '2025-11-01', documents: 1 },
      ])
      .execute();
    const usage = await read('/api/user/usage');
    expect(usage).toMatchObject({ documentsUsed: 2, documentsLimit: 3 });
    expect((usage['history'] as unknown[]).slice(-2)).toEqual([
      { month: '2026-10', documents: 3, completed: 0 },
      { month: '2026-11', documents: 2, completed: 0 },
    ]);
    expect(usage['history']).toHaveLength(12);
    await db.updateTable('accounts').set({ plan: 'business' }).execute();
    expect(await read('/api/user/usage')).toMatchObject({
      planType: 'business',
      isUnlimited: true,
      documentsLimit: -1,
      templatesLimit: -1,
      recipientLimit: -1,
    });
  });

  test('other accounts and anonymous requests cannot read the numbers', async () => {
    const { baseUrl, read, add } = await start();
    await add('sent', { created: 1, sent: 1 });
    const other = await signUp(baseUrl, mallory);
    expect(await read('/api/dashboard/stats', other)).toMatchObject({ totalDocuments: 0 });
    for (const path of ['/api/auth/user', '/api/dashboard/stats', '/api/user/usage', '/api/plan/limits']) {
      expect(await read(path, '')).toMatchObject({ status: 401, code: 'not-signed-in' });
    }
  });

  test('the limits of all plans match the plan table', async () => {
    const { read } = await start();
    const fileSize = 26_214_400;
    expect(await read('/api/plan/limits')).toEqual({
      available: {
        free: { documents: 3, templates: 5, fileSize, recipients: 5, storage: 1e9, emailsPerDay: 40 },
        pro: { documents: -1, templates: 50, fileSize, recipients: 20, storage: 50e9, emailsPerDay: 1000 },
        business: {
          ...{ documents: -1, templates: -1, fileSize, recipients: -1 },
          ...{ storage: 500e9, emailsPerDay: 10_000 },
        },
      },
    });
  });
});
