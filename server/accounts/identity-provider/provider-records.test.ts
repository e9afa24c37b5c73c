import type { Adapter } from 'oidc-provider';
import { beforeEach, expect, test, vi } from 'vitest';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import { deleteExpiredSignIns } from '../sign-in/sessions.ts';
import { providerRecords } from './provider-records.ts';

describeOnEveryDatabase('records of the embedded provider', (open) => {
  let database: Awaited<ReturnType<typeof open>>;
  let codes: Adapter;
  beforeEach(async () => {
    database = await open();
    codes = providerRecords(database.db, 'AuthorizationCode');
  });

  test('a record is found only under its own id', async () => {
    await codes.upsert('one', { accountId: 'ada', rar: [{ type: 'é', list: [1, null] }] }, 60);
    expect(await codes.find('one')).toEqual({ accountId: 'ada', rar: [{ type: 'é', list: [1, null] }] });
    expect(await codes.find('two')).toBeUndefined();
    expect(await providerRecords(database.db, 'Session').find('one')).toBeUndefined();
  });

  test('saving a record again replaces it', async () => {
    await codes.upsert('one', { accountId: 'ada', uid: 'a' }, 60);
    await codes.upsert('one', { accountId: 'grace' }, 60);
    expect(await codes.find('one')).toEqual({ accountId: 'grace' });
    expect(await codes.findByUid('a')).toBeUndefined();
  });

  test('a session is found by its uid, and a device by its user code', async () => {
    await codes.upsert('one', { uid: 'u', userCode: 'c' }, 60);
    expect(await codes.findByUid('u')).toMatchObject({ uid: 'u' });
    expect(await codes.findByUserCode('c')).toMatchObject({ uid: 'u' });
  });

  test('of two concurrent requests with the same code only one succeeds', async () => {
    await codes.upsert('one', { accountId: 'ada' }, 60);
    const uses = await Promise.allSettled([codes.consume('one'), codes.consume('one')]);
    expect(uses.map((use) => use.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await codes.find('one')).toMatchObject({ accountId: 'ada', consumed: expect.any(Number) });
  });

  test('revoking a grant deletes only what was issued for it', async () => {
    await codes.upsert('one', { grantId: 'g' }, 60);
    await codes.upsert('two', { grantId: 'h' }, 60);
    await codes.revokeByGrantId('g');
    expect(await codes.find('one')).toBeUndefined();
    expect(await codes.find('two')).toBeDefined();
    await codes.destroy('two');
    expect(await codes.find('two')).toBeUndefined();
  });

  test('expired records are not found and are deleted later', async () => {
    await codes.upsert('one', { accountId: 'ada' }, 60);
    await codes.upsert('two', { accountId: 'grace' }, 7200);
    const later = Date.now() + 3_600_000;
    vi.useFakeTimers({ toFake: ['Date'], now: later });
    try {
      expect(await codes.find('one')).toBeUndefined();
      expect(await codes.find('two')).toBeDefined();
    } finally {
      vi.useRealTimers();
    }
    const jobs = { enqueue: () => Promise.reject(new Error('Nobody is removed here.')) };
    await deleteExpiredSignIns({ db: database.db, clock: () => later, jobs });
    const left = await database.db.selectFrom('provider_records').select('id').execute();
    expect(left).toEqual([{ id: 'two' }]);
  });
});
