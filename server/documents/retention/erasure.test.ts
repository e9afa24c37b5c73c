import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { drawnSignature } from '#testing/journey/drawn-signature.ts';
import { longRun } from '#testing/long-run.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { verifyFile } from '#verify/verify-file.ts';
import { checkExport } from '../../operations/export/check-export.ts';
import { exportAccount } from '../../operations/export/export-account.ts';
import { importAccount } from '../../operations/export/import-account.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { blockSender, readChoices } from '../../messages/mail/choices/mail-choices.ts';
import { recordDelivery } from '../../messages/mail/record-delivery.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import { verifyDatabase } from '../../evidence/verification/verify-database.ts';
import { expireDocument } from '../sending/end-document.ts';

describeOnOneDatabase('erasing a person from a document', (open) => {
  let at: Office;
  let ada: Desk;
  beforeAll(async () => {
    at = await openOffice(await open());
    ada = await at.desk();
  });

  const act = (desk: Desk, id: string, what: string, method: 'PUT' | 'POST' | 'DELETE' = 'POST') =>
    desk.ask<{ code?: string; detail?: string }>(`/api/documents/${id}/${what}`, {
      method,
      ...(method === 'DELETE' ? {} : { body: { reason: 'They asked for it.' } }),
    });
  const erase = (id: string, recipientId: string, desk = ada) =>
    act(desk, id, `recipients/${recipientId}/erase`);
  const keepFor = (years: number, desk = ada) => desk.patch('/api/team', { retentionYears: years });
  const partsOf = async (id: string) => (await ada.read(id)).recipients;

  async function signedLease(): Promise<{ id: string; token: string }> {
    const { id } = await ada.sent(sampleLease(), [grace, linus], (ids) =>
      ids.flatMap((recipientId, index) => [
        {
          type: 'signature' as const,
          page: 1,
          x: 20,
          y: 20 + index * 90,
          width: 150,
          height: 40,
          recipientId,
        },
        { type: 'text' as const, page: 1, x: 200, y: 20 + index * 90, width: 90, height: 24, recipientId },
      ]),
    );
    const signer = ada.signer(grace.email);
    const drawn = { signatureText: undefined, signatureData: drawnSignature(300, 80) };
    const fields = (await ada.read(id)).signatureFields.filter(({ type }) => type === 'text');
    const own = fields.map(({ id: fieldId }) => ({ id: fieldId, value: 'Quay 7, top floor' })).slice(0, 1);
    expect((await signer.sign({ ...drawn, fields: own })).status).toBe(200);
    expect((await ada.signer(linus.email).sign()).status).toBe(200);
    await at.settled();
    return { id, token: signer.token };
  }

  test('after the retention period, a person’s name, values, signature image and address are erased, and seal, chain, log and the other recipient are not affected (G-2)', async () => {
    const { id, token } = await signedLease();
    const [part, other] = await partsOf(id);
    const reference = { externalId: `HR ${grace.email}`, metadata: { [grace.name]: grace.name } };
    expect((await ada.patch(`/api/documents/${id}`, reference)).status).toBe(200);
    const early = await erase(id, part!.id);
    expect(early.body).toMatchObject({ code: 'retention-period-active', parameters: { years: 10 } });
    expect((await keepFor(0)).status).toBe(204);
    const sealed = (await ada.ask(`/api/documents/${id}/download`)).bytes;
    const before = (await ada.ask(`/api/documents/${id}/trail`)).body as { events: { hash: string }[] };
    expect((await erase(id, part!.id)).status).toBe(200);
    await at.settled();

    const [erased, stays] = await partsOf(id);
    expect(erased).toMatchObject({ name: '', email: '', status: 'signed', erasedAt: expect.any(String) });
    expect(stays).toEqual(other);
    const trail = (await ada.ask(`/api/documents/${id}/trail`)).body as typeof before &
      Record<string, unknown>;
    expect(trail).toMatchObject({ intact: true, matchesSealedFile: true });
    expect(trail.events.slice(0, before.events.length).map(({ hash }) => hash)).toEqual(
      before.events.map(({ hash }) => hash),
    );
    expect(trail.events.at(-1)).toMatchObject({
      type: 'person_erased',
      actor: 'Ada Moreau',
      data: { recipientId: part!.id, reason: 'They asked for it.' },
    });
    expect(JSON.stringify(trail)).toContain(linus.email);
    // Erasure does not change the sealed file, which still verifies.
    expect((await ada.ask(`/api/documents/${id}/download`)).bytes.equals(sealed)).toBe(true);
    const report = await verifyFile(sealed, {
      roots: at.ports.key.chain.slice(-1),
      timestampRoots: [],
      now: at.now(),
    });
    expect(report.verdict).toBe('genuine');
    // New evidence files list erased recipients, but not their values.
    const evidence = (await ada.ask(`/api/documents/${id}/evidence`)).bytes.toString();
    expect(JSON.parse(evidence)).toMatchObject({ erased: [part!.id], agreement: null });
    for (const value of [grace.email, grace.name, 'Quay 7']) expect(evidence).not.toContain(value);
    expect(evidence).toContain(linus.email);
    expect((await ada.ask(`/api/documents/${id}/bundle`)).status).toBe(200);
    expect(await placesNaming(grace.email, grace.name, 'Quay 7, top floor')).toEqual(['contacts']);
    // The erased person's link no longer works, and a second erasure does not add an event.
    expect((await at.product.app.inject(`/api/sign/${token}`)).statusCode).not.toBe(200);
    expect((await erase(id, part!.id)).status).toBe(200);
    expect(((await ada.ask(`/api/documents/${id}/trail`)).body as typeof before).events).toHaveLength(
      trail.events.length,
    );
  });

  longTest('stored idempotent responses no longer contain the person and are not replayed', async () => {
    await keepFor(0);
    const noor = { name: 'Noor Haddad', email: 'noor@haddad.example' };
    const { id } = await ada.prepare(sampleLease(), [noor]);
    const send = () =>
      ada.ask<{ code?: string }>(`/api/documents/${id}/send`, {
        method: 'POST',
        body: {},
        headers: { 'idempotency-key': `send ${id}` },
      });
    expect((await send()).status).toBe(200);
    await at.settled();
    expect((await ada.signer(noor.email).sign({}, { 'idempotency-key': 'sign' })).status).toBe(200);
    await at.settled();
    expect((await send()).status).toBe(200);
    const [part] = await partsOf(id);
    expect((await erase(id, part!.id)).status).toBe(200);
    const again = await send();
    expect(again.body).toMatchObject({ code: 'idempotency-key-reused' });
    expect(JSON.stringify(again.body)).not.toContain(noor.email);
    expect(await placesNaming(noor.email, noor.name)).toEqual(['contacts']);
  });

  longTest(
    'an erasure waits for a concurrent event that names the same person, so that the event can still be found',
    async () => {
      await keepFor(0);
      const { db } = at.ports.database;
      const zora = { name: 'Zora Quill', email: 'zora@quill.example' };
      const { id } = await ada.signed(sampleLease(), [zora]);
      const [part] = await partsOf(id);
      const other = { accountId: ada.accountId, documentId: (await ada.prepare(sampleLease(), [linus])).id };
      const [written, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const writing = inTransaction(db, async (tx) => {
        const personal = { recipientEmail: zora.email };
        const actor = { kind: 'system' as const, id: null };
        await appendEvents(tx, other, at.now(), [{ type: 'invitation_issued', actor, personal }]);
        written.resolve();
        await release.promise;
      });
      await written.promise;
      let over = false;
      const erasing = erase(id, part!.id).finally(() => (over = true));
      const waits = async () =>
        (await sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`.execute(db)).rows
          .length > 0;
      await expect.poll(async () => over || (await waits())).toBe(true);
      release.resolve();
      await writing;
      expect((await erasing).status).toBe(200);
      const found = await ada.ask<{ document: { id: string } }[]>(`/api/audit?person=${zora.email}`);
      expect(found.body.map(({ document }) => document.id)).toEqual([other.documentId]);
    },
  );

  longTest('a late bounce does not restore the name, and the links in the email have no effect', async () => {
    await keepFor(0);
    const noor = { name: 'Noor Haddad', email: 'noor@haddad.example' };
    const { id } = await ada.signed(sampleLease(), [noor]);
    const { db } = at.product.services;
    const mails = db
      .selectFrom('mails')
      .selectAll()
      .where('document_id', '=', id)
      .where('kind', '=', 'completed');
    const mail = await mails.where('recipient_id', 'is not', null).executeTakeFirstOrThrow();
    const [part] = await partsOf(id);
    expect((await erase(id, part!.id)).status).toBe(200);
    const late = { state: 'bounced' as const, reply: `550 <${noor.email}> is unknown here` };
    await inTransaction(db, (tx) => recordDelivery(tx, at.product.services, mail, late, { reported: true }));
    expect(await placesNaming(noor.email, noor.name)).toEqual(['contacts']);
    const by = { accountId: ada.accountId, mailId: mail.id };
    await blockSender(at.product.services, by, true);
    expect(await readChoices(at.product.services, by)).toBeUndefined();
    expect(await db.selectFrom('mail_blocks').selectAll().execute()).toEqual([]);
  });

  longTest('with all types of fields, the document can still be read, copied and verified', async () => {
    await keepFor(0);
    const noor = { name: 'Noor Haddad', email: 'noor@haddad.example' };
    const at0 = { page: 1, width: 90, height: 24, x: 300 };
    const { id } = await ada.prepare(sampleLease(), [noor, linus], (ids) => {
      const recipientId = ids[0]!;
      return [
        { type: 'signature' as const, page: 1, x: 20, y: 20, width: 150, height: 40, recipientId },
        { type: 'signature' as const, page: 1, x: 20, y: 110, width: 150, height: 40, recipientId: ids[1]! },
        {
          ...at0,
          type: 'dropdown' as const,
          y: 20,
          recipientId,
          properties: { choices: ['Quay', 'Pier'] },
          required: false,
        },
        {
          ...at0,
          type: 'radio' as const,
          y: 60,
          width: 18,
          height: 18,
          recipientId,
          properties: { group: 'g', choice: 'a' },
          required: false,
        },
        {
          ...at0,
          type: 'radio' as const,
          y: 90,
          width: 18,
          height: 18,
          recipientId,
          properties: { group: 'g', choice: 'b' },
          required: false,
        },
        {
          ...at0,
          type: 'checkbox' as const,
          y: 120,
          width: 18,
          height: 18,
          recipientId,
          properties: { group: 'c', atLeast: 1, atMost: 2 },
          required: false,
        },
        {
          ...at0,
          type: 'text' as const,
          y: 150,
          recipientId,
          properties: { comb: 8, value: 'NOOR' },
          required: false,
        },
      ];
    });
    const sent = await ada.send(id);
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    await at.settled();
    const ids = (await ada.read(id)).signatureFields;
    const box = ids.find(({ type }) => type === 'checkbox')!;
    const signed = await ada.signer(noor.email).sign({ fields: [{ id: box.id, value: true }] });
    expect(signed.status, JSON.stringify(signed.body)).toBe(200);
    expect((await ada.signer(linus.email).sign()).status).toBe(200);
    await at.settled();
    const [part] = await partsOf(id);
    expect((await erase(id, part!.id)).status).toBe(200);
    await at.settled();
    for (const what of ['', '/trail', '/evidence', '/bundle', '/download', '/certificate'].slice(0, 5))
      expect([what, (await ada.ask(`/api/documents/${id}${what}`)).status]).toEqual([what, 200]);
    const copy = await ada.post<{ id: string }>(`/api/documents/${id}/duplicate`);
    expect(copy.status, JSON.stringify(copy.body)).toBeLessThan(300);
    expect((await ada.read(copy.body.id)).status).toBe('draft');
    const found: string[] = [];
    await verifyDatabase(at.product.services, (sentence) => void found.push(sentence));
    expect(found).toEqual([]);
  });

  // Opens a second installation, which takes too long for `npm test`.
  test.runIf(longRun)(
    'after an erasure the account passes the database check, export, import and audit reports',
    async () => {
      const { id } = await signedLease();
      const [part] = await partsOf(id);
      await keepFor(0);
      expect((await erase(id, part!.id)).status).toBe(200);
      await at.settled();
      const found: string[] = [];
      await verifyDatabase(at.product.services, (sentence) => void found.push(sentence));
      expect(found).toEqual([]);

      const archive = await buffer(exportAccount(at.product.services, ada.accountId));
      expect((await checkExport(archive)).faults).toEqual([]);
      const there = await openOffice(await open(), { working: false });
      const importing = {
        ...there.product.services,
        now: there.now(),
        roots: at.ports.key.chain.slice(-1),
      };
      expect(await importAccount(importing, archive)).toMatchObject({ faults: [], already: false });
      await verifyDatabase(there.product.services, (sentence) => void found.push(sentence));
      expect(found).toEqual([]);

      const [from, to] = [at.now() - 3_600_000, at.now() + 3_600_000].map((ms) => new Date(ms).toISOString());
      const report = await ada.ask(`/api/reports/audit?format=json&from=${from}&to=${to}&document=${id}`);
      expect(report.status).toBe(200);
      const text = report.bytes.toString();
      expect(text).toContain('person_erased');
      for (const value of [grace.email, grace.name, 'Quay 7']) expect(text).not.toContain(value);
    },
  );

  test('a legal hold prevents erasure and deletion, and a different person must lift it (G-4)', async () => {
    const { id } = await signedLease();
    const [part] = await partsOf(id);
    await keepFor(0);
    const hana = await at.colleague(ada, { role: 'admin', firstName: 'Hana', email: 'hana@harbour.example' });
    const held = await act(ada, id, 'hold', 'PUT');
    expect(held.body).toMatchObject({ heldAt: expect.any(String) });
    expect((await erase(id, part!.id)).body).toMatchObject({ code: 'document-on-hold' });
    const bin = await ada.delete(`/api/documents/${id}`);
    expect(bin.body).toMatchObject({ code: 'document-on-hold' });
    const many = await ada.post('/api/documents/delete', { ids: [id] });
    expect(many.body).toMatchObject({ done: [], refused: [{ code: 'document-on-hold' }] });
    const closing = await ada.post('/api/account/closure', { confirmation: 'ada@harbour.example' });
    expect(closing.body).toMatchObject({ code: 'document-on-hold' });
    // With direct database access, neither DELETE nor the erasure function can remove values of a document on
    // hold.
    const { db } = at.product.services;
    await expect(db.deleteFrom('event_values').where('document_id', '=', id).execute()).rejects.toThrow();
    const count = async () =>
      (await db.selectFrom('event_values').select('name').where('document_id', '=', id).execute()).length;
    const values = await count();
    await sql`SELECT forget_erased_values(${ada.accountId}, ${id})`.execute(db);
    expect(await count()).toBe(values);
    expect((await act(ada, id, 'hold', 'DELETE')).body).toMatchObject({ code: 'another-admin-required' });
    expect((await act(hana, id, 'hold', 'DELETE')).body).toMatchObject({ heldAt: null });
    expect((await erase(id, part!.id, hana)).status).toBe(200);
    const { events } = (await ada.ask(`/api/documents/${id}/trail`)).body as { events: { type: string }[] };
    expect(events.slice(-3).map(({ type }) => type)).toEqual(['hold_set', 'hold_lifted', 'person_erased']);
  });

  test('a person cannot be erased while the document is open, could be reopened or has no sealed record yet', async () => {
    await keepFor(0);
    const { id } = await ada.sent(sampleLease(), [grace]);
    const [part] = await partsOf(id);
    expect((await erase(id, part!.id)).body).toMatchObject({ code: 'document-not-ended' });
    const { db } = at.product.services;
    const ended = { expires_at: new Date(at.now() - 1000) };
    await db.updateTable('documents').set(ended).where('id', '=', id).execute();
    await at.product.services.jobs.idle();
    await expireDocument(at.product.services, ada.accountId, id);
    expect((await erase(id, part!.id)).body).toMatchObject({ code: 'certificate-not-ready' });
    await at.settled();
    expect((await erase(id, part!.id)).status).toBe(200);
    const again = await ada.post(`/api/documents/${id}/extend`, { days: 9 });
    expect(again.body).toMatchObject({ code: 'person-erased' });
    const record = (await ada.ask(`/api/documents/${id}/certificate`)).bytes;
    const { verdict } = await verifyFile(record, {
      roots: at.ports.key.chain.slice(-1),
      timestampRoots: [],
      now: at.now(),
    });
    expect(verdict).toBe('genuine');
  });

  test('after the retention period, a person can be erased even if altered data prevents sealing a record', async () => {
    await keepFor(0);
    const { id } = await ada.prepare(sampleLease(), [grace, linus]);
    await ada.send(id);
    await at.settled();
    expect((await ada.signer(grace.email).sign()).status).toBe(200);
    const { db } = at.product.services;
    await db
      .updateTable('signatures')
      .set({ signature_text: 'Mallory' })
      .where('document_id', '=', id)
      .execute();
    expect((await act(ada, id, 'void')).status).toBe(200);
    const [part] = await partsOf(id);
    expect((await erase(id, part!.id)).status).toBe(200);
    expect((await partsOf(id))[0]).toMatchObject({ name: '', email: '' });
  });

  /** Returns the tables that contain one of these texts, ignoring case. */
  async function placesNaming(...texts: string[]): Promise<string[]> {
    const { db } = at.product.services;
    const { rows: tables } = await sql<{ name: string }>`
      SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY 1`.execute(db);
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string }>`
        SELECT row_to_json(t)::text AS text FROM ${sql.table(name)} AS t`.execute(db);
      const all = rows.map(({ text }) => text.toLowerCase());
      if (texts.some((text) => all.some((row) => row.includes(text.toLowerCase())))) found.push(name);
    }
    return found;
  }
});
