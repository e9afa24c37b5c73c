import { sql, type Kysely } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { grace } from '#testing/cast.ts';
import { describeOnEveryDatabase, type TestDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { readTrail } from './trail-store.ts';

describeOnEveryDatabase('the audit trail', (open) => {
  let office: Office;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
    office = await openOffice(database);
  });

  async function signedLease() {
    const ada = await office.desk();
    const lease = await ada.signed(sampleLease(1), [grace]);
    return { accountId: ada.accountId, documentId: lease.id };
  }

  test('contains every step of a document in order, with an intact chain', async () => {
    const { db } = office.ports.database;
    const { events, verdict } = await readTrail(db, await signedLease());
    expect(verdict).toMatchObject({ intact: true });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.map(({ type }) => type).filter((type) => !type.startsWith('mail_'))).toEqual([
      'document_uploaded',
      'document_sent',
      'invitation_issued',
      'document_opened',
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
  ])('no event can be %s, not even by the table owner (T-03)', async ([, statement]) => {
    const { documentId } = await signedLease();
    await expect(database.owner.query(statement!, [documentId])).rejects.toThrow(/only grows/);
  });

  test.for([
    ['an event', 'TRUNCATE events'],
    ['the values beside the events', 'TRUNCATE event_values'],
    ['one value', "DELETE FROM event_values WHERE name = 'actorEmail'"],
    ['the content of a value', "UPDATE event_values SET value = 'mallory@elsewhere.example'"],
  ])('no one can tamper with %s, not even the table owner (T-03)', async ([, statement]) => {
    await signedLease();
    await expect(database.owner.query(statement!)).rejects.toThrow(/only grows/);
  });

  test('personal values are stored outside the chain, and erasing them does not break it (G-2)', async () => {
    const { db, ownerDb } = database;
    const key = await signedLease();
    const before = await readTrail(db, key);
    expect(before.events.map(({ body }) => body).join()).not.toMatch(/grace|lindqvist|harbour\.example/i);
    const after = await unguarded(ownerDb, async (tx) => {
      await tx.deleteFrom('event_values').where('document_id', '=', key.documentId).execute();
      return readTrail(tx, key);
    });
    expect(after.verdict).toMatchObject({ intact: true });
    expect(after.events.every(({ personal }) => Object.keys(personal).length === 0)).toBe(true);
  });

  test('detects a changed value outside the chain (T-04)', async () => {
    const key = await signedLease();
    const changed = await unguarded(database.ownerDb, async (tx) => {
      await tx
        .updateTable('event_values')
        .set({ value: 'mallory@elsewhere.example' })
        .where('document_id', '=', key.documentId)
        .where('name', '=', 'actorEmail')
        .execute();
      return readTrail(tx, key);
    });
    expect(changed.verdict).toMatchObject({
      intact: false,
      problem: expect.stringContaining('actorEmail') as string,
    });
  });
});

/** Removes the triggers, which only the owner of the tables can do, and restores them at the end. */
function unguarded<T>(db: Kysely<Schema>, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await sql`ALTER TABLE event_values DISABLE TRIGGER ALL`.execute(tx);
    const outcome = await work(tx);
    await sql`ALTER TABLE event_values ENABLE TRIGGER ALL`.execute(tx);
    return outcome;
  });
}
