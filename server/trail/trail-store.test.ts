import { afterAll, beforeAll, expect, test } from 'vitest';
import { grace } from '#testing/cast.ts';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { readTrail } from './trail-store.ts';

describeOnEveryDatabase('the trail', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open());
  });
  afterAll(() => office.close());

  async function signedLease() {
    const ada = await office.desk();
    const lease = await ada.prepare(sampleLease(1), [grace]);
    await ada.send(lease.id);
    await office.settled();
    await ada.signer(grace.email).sign();
    await office.settled();
    return { accountId: ada.accountId, documentId: lease.id };
  }

  test('holds every step of a document in its order, and its chain is intact', async () => {
    const { db } = office.ports.database;
    const { events, verdict } = await readTrail(db, await signedLease());
    expect(verdict).toMatchObject({ intact: true });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.map(({ type }) => type).filter((type) => !type.startsWith('mail_'))).toEqual([
      'document_uploaded',
      'document_sent',
      'invitation_issued',
      'consent_given',
      'document_signed',
      'all_signed',
      'document_sealed',
      'document_completed',
    ]);
  });

  test.for([
    ['changed', "UPDATE events SET type = 'document_voided' WHERE document_id = $1"],
    ['deleted', 'DELETE FROM events WHERE document_id = $1'],
  ])('refuses that an event is %s (T-03)', async ([, statement]) => {
    const { documentId } = await signedLease();
    await expect(office.ports.database.pool.query(statement!, [documentId])).rejects.toThrow(/only grows/);
  });

  test('refuses that it is emptied (T-03)', async () => {
    await expect(office.ports.database.pool.query('TRUNCATE events')).rejects.toThrow(/only grows/);
  });

  test('personal values are in no event, only beside it, and can be erased without breaking the chain (G-2)', async () => {
    const { db } = office.ports.database;
    const key = await signedLease();
    const before = await readTrail(db, key);
    expect(before.events.map(({ body }) => body).join()).not.toMatch(/grace|lindqvist|harbour\.example/i);
    await db.deleteFrom('event_values').where('document_id', '=', key.documentId).execute();
    const after = await readTrail(db, key);
    expect(after.verdict).toMatchObject({ intact: true });
    expect(after.events.every(({ personal }) => Object.keys(personal).length === 0)).toBe(true);
  });

  test('a value that was changed beside the chain is found (T-04)', async () => {
    const { db } = office.ports.database;
    const key = await signedLease();
    await db
      .updateTable('event_values')
      .set({ value: 'mallory@elsewhere.example' })
      .where('document_id', '=', key.documentId)
      .where('name', '=', 'actorEmail')
      .execute();
    expect((await readTrail(db, key)).verdict).toMatchObject({
      intact: false,
      problem: expect.stringContaining('actorEmail') as string,
    });
  });
});
