import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { chainEvent, chainStart } from '#core/trail/chain.ts';
import type { TrailEvent } from '#core/trail/event.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnEveryDatabase, type TestDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { findDocument } from '../../records/document-store.ts';
import { readTrail } from '../../records/trail/trail-store.ts';
import { certificatePage } from './certificate-page.ts';
import { readSigningRecord } from '../record/signing-record.ts';

/** Unusual events in the past must not block the seal of a document or make it state anything untrue. */
describeOnEveryDatabase('a document with an unusual history', (open) => {
  let office: Office;
  let ownerDb: TestDatabase['ownerDb'];
  let ada: Desk;
  beforeAll(async () => {
    const database = await open();
    ({ ownerDb } = database);
    office = await openOffice(database);
    ada = await office.desk();
  });

  async function sent(): Promise<{ accountId: string; documentId: string }> {
    const lease = await ada.sent(sampleLease(1), [grace, linus]);
    return { accountId: ada.accountId, documentId: lease.id };
  }

  test('a document signed after the clock was set back is sealed in the right order, and the certificate prints the correction (T-09)', async () => {
    const { db } = office.ports.database;
    const key = await sent();
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    await office.settled();
    const before = office.now();
    office.wait(-1_800_000);
    const signer = ada.signer(linus.email);
    expect((await signer.opened()).status).toBe(204);
    office.wait(1);
    expect((await signer.sign()).status).toBe(200);
    await office.settled();
    expect(await ada.read(key.documentId)).toMatchObject({ status: 'completed', sealProblem: null });

    const { events, verdict } = await readTrail(db, key);
    expect(verdict).toMatchObject({ intact: true });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    const back = events.filter(({ event }) => event.data.clockBackMs !== undefined);
    expect(back[0]).toMatchObject({ type: 'document_opened' });
    expect(Number(back[0]!.event.data.clockBackMs)).toBeGreaterThan(1_700_000);
    expect(back[0]!.occurredAt.getTime()).toBeLessThan(before);
    const record = await readSigningRecord(db, (await findDocument(db, key.accountId, key.documentId))!);
    expect(JSON.stringify(certificatePage(record, new Map()))).toContain('(the clock was set back)');
    office.wait(1_800_000);
  });

  test('two events at the same time are not reported as a clock that was set back', async () => {
    const { db } = office.ports.database;
    const key = await sent();
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    await office.settled();
    office.wait(-1_000);
    expect((await ada.signer(linus.email).sign()).status).toBe(200);
    await office.settled();
    const { events } = await readTrail(db, key);
    expect(events.some(({ occurredAt }, at) => at > 0 && occurredAt < events[at - 1]!.occurredAt)).toBe(true);
    const record = await readSigningRecord(db, (await findDocument(db, key.accountId, key.documentId))!);
    expect(JSON.stringify([record, certificatePage(record, new Map())])).not.toMatch(/clockBack|set back/);
    office.wait(1_000);
  });

  /** Rebuilds the chain without the agreement, as an attacker who owns the tables could. */
  async function withoutAgreement({
    accountId,
    documentId,
  }: Awaited<ReturnType<typeof sent>>): Promise<void> {
    await inTransaction(ownerDb, async (tx) => {
      for (const table of ['events', 'event_values'])
        await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER ALL`.execute(tx);
      await tx
        .deleteFrom('event_values')
        .where('document_id', '=', documentId)
        .where('name', '=', 'agreement')
        .execute();
      const rows = await tx
        .selectFrom('events')
        .select(['seq', 'body'])
        .where('account_id', '=', accountId)
        .where('document_id', '=', documentId)
        .orderBy('seq')
        .execute();
      let prev = chainStart;
      for (const { seq, body } of rows) {
        const event = JSON.parse(body) as TrailEvent;
        delete (event.data as Record<string, unknown>)['agreementSha256'];
        delete (event.personal as Record<string, unknown>)['agreement'];
        const chained = chainEvent({ ...event, prev }, sha256);
        await tx
          .updateTable('events')
          .set({ body: chained.body, prev_hash: prev, hash: chained.hash })
          .where('document_id', '=', documentId)
          .where('seq', '=', seq)
          .execute();
        prev = chained.hash;
      }
      for (const table of ['events', 'event_values'])
        await sql`ALTER TABLE ${sql.table(table)} ENABLE TRIGGER ALL`.execute(tx);
    });
  }

  test('a document cannot be signed or sent if its agreement was removed from the trail', async () => {
    const key = await sent();
    await withoutAgreement(key);
    for (const { email } of [grace, linus]) expect((await ada.signer(email).sign()).status).toBe(409);
    await office.settled();
    expect((await ada.read(key.documentId)).status).toBe('sent');
  });
});
