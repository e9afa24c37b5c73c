import { expect, test } from 'vitest';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice } from '#testing/open-office.ts';
import { expireDocument } from '../sending/end-document.ts';
import { deleteEnded } from './delete-ended.ts';

const day = 86_400_000;

describeOnOneDatabase('automatic deletion by account rule', (open) => {
  test('documents that ended before the limit go to the bin, but active, newer and other accounts’ documents do not', async () => {
    const office = await openOffice(await open(), { working: false });
    const [ada, ben] = [await office.desk(), await office.desk({ email: 'ben@okafor.example' })];
    const { db } = office.product.services;
    const send = async (desk: typeof ada, number: number) => {
      const person = { ...grace, email: `grace.${number}@harbour.example` };
      const { id } = await desk.prepare(sampleLease(1), [person], () => []);
      expect((await desk.send(id)).status).toBe(200);
      return id;
    };
    const end = (desk: typeof ada, id: string) =>
      desk.post(`/api/documents/${id}/void`, { reason: 'Wrong file' });
    const [old, underWay, others] = [await send(ada, 1), await send(ada, 2), await send(ben, 3)];
    expect((await end(ada, old)).status).toBe(200);
    expect((await end(ben, others)).status).toBe(200);
    await db
      .updateTable('accounts')
      .set({ delete_after_months: 2 })
      .where('id', '=', ada.accountId)
      .execute();
    const inDays = (days: number) =>
      deleteEnded({ ...office.product.services, clock: () => office.now() + days * day });
    const inTheBin = async () =>
      (await db.selectFrom('documents').select('id').where('deleted_at', 'is not', null).execute()).length;
    await inDays(50);
    expect(await inTheBin()).toBe(0);
    await inDays(70);
    await inDays(70);
    const gone = await db
      .selectFrom('documents')
      .select(['id', 'deleted_by', 'purged_at'])
      .where('deleted_at', 'is not', null)
      .execute();
    expect(gone).toEqual([{ id: old, deleted_by: null, purged_at: null }]);
    expect(underWay).not.toBe(old);
    // Expired long ago, then extended and voided today. The latest end counts.
    const reopened = await send(ada, 4);
    const { services } = office.product;
    const then = office.now() - 80 * day;
    await db
      .updateTable('documents')
      .set({ expires_at: new Date(then) })
      .where('id', '=', reopened)
      .execute();
    await expireDocument({ ...services, clock: () => then }, ada.accountId, reopened);
    const more = await ada.post(`/api/documents/${reopened}/extend`, { days: 9 });
    expect(more.status).toBe(200);
    expect((await end(ada, reopened)).status).toBe(200);
    await inDays(0);
    expect(await inTheBin()).toBe(1);
    expect((await ada.post('/api/bin/restore', { ids: [old] })).body).toMatchObject({
      done: [old],
    });
    // The rule does not delete a restored document again.
    await inDays(70);
    const kept = db.selectFrom('documents').select('deleted_at').where('id', '=', old);
    expect(await kept.executeTakeFirst()).toEqual({ deleted_at: null });
  });

  longTest('a document that was restored as a draft and has ended since also goes to the bin', async () => {
    const office = await openOffice(await open(), { working: false });
    const ada = await office.desk();
    const { services } = office.product;
    const { id } = await ada.prepare(sampleLease(1), [grace], () => []);
    expect((await ada.post('/api/documents/delete', { ids: [id] })).body).toMatchObject({ done: [id] });
    expect((await ada.post('/api/bin/restore', { ids: [id] })).body).toMatchObject({ done: [id] });
    office.wait(60_000);
    expect((await ada.send(id)).status).toBe(200);
    expect((await ada.post(`/api/documents/${id}/void`, { reason: 'Wrong file' })).status).toBe(200);
    await services.db
      .updateTable('accounts')
      .set({ delete_after_months: 2 })
      .where('id', '=', ada.accountId)
      .execute();
    await deleteEnded({ ...services, clock: () => office.now() + 70 * day });
    const gone = services.db.selectFrom('documents').select('id').where('deleted_at', 'is not', null);
    expect(await gone.execute()).toEqual([{ id }]);
  });
});
