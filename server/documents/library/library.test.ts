import { unzipSync } from 'fflate';
import { PNG } from 'pngjs';
import { beforeAll, expect, test } from 'vitest';
import type { UserUsage } from '#contract/accounts/account.ts';
import type { DocumentSummary } from '#contract/documents/documents.ts';
import type { DocumentOwner, SeveralAnswer } from '#contract/documents/library.ts';
import type { TemplateView } from '#contract/documents/templates.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { purgeDue } from './purge-documents.ts';
import { releaseFiles } from '../../records/stored-files/release-files.ts';

const none = '01a1f938-4c43-724d-947c-0b98aa946e00';
const ada = { firstName: 'Ada', lastName: 'Moreau', email: 'ada@harbour.example' };
const day = 24 * 60 * 60_000;

describeOnOneDatabase('the document library', (open) => {
  let office: Office;
  let mallory: Desk;
  beforeAll(async () => {
    office = await openOffice(await open());
    mallory = await office.desk({ firstName: 'M', lastName: 'M', email: 'mallory@elsewhere.example' });
  });

  const services = () => office.product.services;
  /** Returns the hashes of the original and the base file. */
  const hashesOf = async ({ id }: { id: string }) => {
    const { db } = office.ports.database;
    const row = await db
      .selectFrom('documents')
      .select(['original_sha256', 'base_sha256'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return [row.original_sha256, row.base_sha256];
  };

  longTest('purging a document that no one signed also deletes its attachments', async () => {
    const desk = await office.desk(ada);
    const box = { page: 1, x: 20, width: 190, height: 26 };
    const lease = await desk.sent(sampleLease(1), [grace], ([id]) => [
      { ...box, type: 'signature', y: 20, height: 48, recipientId: id! },
      { ...box, type: 'attachment', y: 120, recipientId: id! },
    ]);
    const field = lease.signatureFields.find(({ type }) => type === 'attachment')!;
    const signer = desk.signer(grace.email);
    await signer.opened();
    const form = multipartForm([{ name: 'passport.pdf', bytes: sampleLease(3) }]);
    expect((await signer.ask(`/attachments/${field.id}`, { method: 'POST', ...form })).status).toBe(201);
    const { db, files } = services();
    const attachedFiles = db.selectFrom('attachments').select('sha256').where('document_id', '=', lease.id);
    const { sha256 } = await attachedFiles.executeTakeFirstOrThrow();
    expect((await desk.post(`/api/documents/${lease.id}/void`, { reason: 'No' })).status).toBe(200);
    await office.settled();
    await several(desk, 'documents/delete', [lease.id]);
    expect(await attachedFiles.execute()).toHaveLength(1);
    expect((await several(desk, 'bin/purge', [lease.id])).done).toEqual([lease.id]);
    expect(await attachedFiles.execute()).toEqual([]);
    await releaseFiles({ ...services(), clock: () => office.now() + day }, desk.accountId, [sha256]);
    expect(await files.has(sha256)).toBe(false);
  });

  test('deleted drafts can be restored and then count again, and documents out for signature cannot be deleted', async () => {
    const desk = await office.desk({ ...ada, plan: 'free' });
    const lease = await desk.prepare(sampleLease(1), [grace]);
    await desk.send(lease.id);
    const { body: draft } = await desk.upload(sampleLease(1));
    const deleted = await several(desk, 'documents/delete', [draft.id, lease.id, none]);
    expect(deleted.done).toEqual([draft.id]);
    expect(deleted.refused.map(({ id, code }) => [id, code])).toEqual([
      [lease.id, 'document-being-signed'],
      [none, 'not-found'],
    ]);
    expect((await desk.ask(`/api/documents/${draft.id}`)).status).toBe(404);
    expect(await used(desk)).toBe(1);
    expect((await inBin(desk)).map(({ id }) => id)).toEqual([draft.id]);
    expect((await several(desk, 'bin/restore', [draft.id])).done).toEqual([draft.id]);
    expect(await used(desk)).toBe(2);
    expect(await inBin(desk)).toEqual([]);

    await several(desk, 'documents/delete', [draft.id]);
    for (let made = 0; made < 2; made += 1) await desk.upload(sampleLease(1));
    const full = await several(desk, 'bin/restore', [draft.id]);
    // The refusal includes the numbers, so that clients can localize the message.
    expect(full.refused).toMatchObject([
      { id: draft.id, code: 'plan-limit-documents', parameters: { limit: 3, used: 3 } },
    ]);
    expect((await inBin(desk)).map(({ id }) => id)).toEqual([draft.id]);
  });

  test('restoring a draft from an earlier month is refused with that month’s numbers', async () => {
    const autumn = await openOffice(office.ports.database, { startsAt: Date.UTC(2026, 10, 29, 12) });
    const desk = await autumn.desk({ plan: 'free' });
    const { body: draft } = await desk.upload(sampleLease(1));
    await several(desk, 'documents/delete', [draft.id]);
    for (let made = 0; made < 3; made += 1) await desk.upload(sampleLease(1));
    autumn.wait(3 * day);
    const later = await autumn.colleague(desk, { role: 'owner', email: 'hana@harbour.example' });
    const full = await several(later, 'bin/restore', [draft.id]);
    expect(full.refused).toMatchObject([
      {
        id: draft.id,
        code: 'plan-limit-past-month',
        parameters: { limit: 3, used: 3, month: '2026-11' },
        detail: expect.not.stringContaining('next month') as string,
      },
    ]);
    expect(full.refused[0]?.detail).toContain('Delete another draft from that month');
  });

  test('deleting a single document returns the refusal for its status', async () => {
    const desk = await office.desk();
    const { body: draft } = await desk.upload(sampleLease(1));
    const lease = await desk.prepare(sampleLease(1), [grace]);
    await desk.send(lease.id);
    const remove = (id: string) => desk.delete(`/api/documents/${id}`);
    expect((await remove(draft.id)).status).toBe(204);
    expect((await remove(draft.id)).status).toBe(404);
    expect(await remove(lease.id)).toMatchObject({ status: 409, body: { code: 'document-being-signed' } });
  });

  longTest(
    'after thirty days a draft and its files are deleted, except files that others share',
    async () => {
      const desk = await office.desk();
      const { body: shared } = await desk.upload(sampleLease(7), 'lease.pdf', 'Shared');
      const { body: twin } = await desk.upload(sampleLease(7), 'lease.pdf', 'Twin');
      const alone = await desk.prepare(sampleLease(8), [grace]);
      await desk.ask(alone.thumbnailUrl);
      await several(desk, 'documents/delete', [shared.id, alone.id]);
      await purgeDue(services());
      expect(await inBin(desk)).toHaveLength(2);
      const later = { ...services(), clock: () => office.now() + 30 * day + 1000 };
      await purgeDue(later);
      expect(await inBin(desk)).toEqual([]);
      expect((await several(desk, 'bin/restore', [alone.id])).refused).toMatchObject([{ code: 'not-found' }]);
      expect((await desk.ask(alone.thumbnailUrl)).status).toBe(404);

      for (const file of [shared, alone]) await releaseFiles(later, desk.accountId, await hashesOf(file));
      const { files } = office.ports;
      expect(await files.has(alone.baseSha256)).toBe(false);
      expect(await files.has(twin.baseSha256)).toBe(true);
      expect((await desk.ask(`/api/documents/${twin.id}/file`)).status).toBe(200);
      const { rows } = await office.ports.database.pool.query<{ title: string; recipients: number }>(
        `SELECT title, (SELECT count(*)::int FROM recipients WHERE document_id = documents.id) AS recipients
         FROM documents WHERE id = $1`,
        [alone.id],
      );
      expect(rows).toEqual([{ title: '', recipients: 0 }]);
    },
  );

  test('a file that is uploaded again while it is being released is kept', async () => {
    const desk = await office.desk();
    const { body: draft } = await desk.upload(sampleLease(9));
    await several(desk, 'documents/delete', [draft.id]);
    await several(desk, 'bin/purge', [draft.id]);
    const { files } = office.ports;
    await releaseFiles({ ...services(), clock: Date.now }, desk.accountId, await hashesOf(draft));
    expect(await files.has(draft.baseSha256)).toBe(true);
    await releaseFiles(
      { ...services(), clock: () => Date.now() + day },
      desk.accountId,
      await hashesOf(draft),
    );
    expect(await files.has(draft.baseSha256)).toBe(false);
  });

  longTest('deleting a template or replacing its file releases files that nothing else uses', async () => {
    const desk = await office.desk();
    const { files, database } = office.ports;
    const draft = await desk.prepare(sampleLease(11), [grace]);
    const make = async () => {
      const words = { name: 'Berth lease', description: 'One berth', documentId: draft.id };
      return (await desk.post<TemplateView>('/api/templates', words)).body;
    };
    const [first, second] = [await make(), await make()];
    expect(await desk.ask(first.thumbnailUrl!)).toMatchObject({ status: 200 });
    const stranger = await office.desk({ ...ada, email: 'mallory@harbour.example' });
    expect((await stranger.ask(first.thumbnailUrl!)).status).toBe(404);
    const hashes = await hashesOf(draft);
    await several(desk, 'documents/delete', [draft.id]);
    await several(desk, 'bin/purge', [draft.id]);
    await desk.delete(`/api/templates/${first.id}`);
    const { rows } = await database.pool.query<{ data: { files: string[] } }>(
      `SELECT data FROM pgboss.job WHERE name = 'release-files' AND data->>'accountId' = $1`,
      [desk.accountId],
    );
    expect(rows.map(({ data }) => data.files)).toEqual([[...new Set(hashes)], [...new Set(hashes)]]);
    const later = { ...services(), clock: () => Date.now() + day };
    await releaseFiles(later, desk.accountId, hashes);
    expect((await desk.ask(second.thumbnailUrl!)).status).toBe(200);
    expect((await desk.ask(`/api/templates/${second.id}/file`)).status).toBe(200);
    await desk.delete(`/api/templates/${second.id}`);
    await releaseFiles(later, desk.accountId, hashes);
    for (const hash of hashes) expect(await files.has(hash)).toBe(false);
  });

  longTest(
    'a purged completed document remains available to its recipients and in the audit trail',
    async () => {
      const desk = await office.desk();
      const lease = await desk.sent(sampleLease(1), [linus]);
      const signer = desk.signer(linus.email);
      await signer.opened();
      await signer.sign();
      await office.settled();
      expect((await desk.read(lease.id)).status).toBe('completed');
      await several(desk, 'documents/delete', [lease.id]);
      expect((await several(desk, 'bin/purge', [lease.id])).done).toEqual([lease.id]);
      await releaseFiles(
        { ...services(), clock: () => Date.now() + 99 * day },
        desk.accountId,
        await hashesOf(lease),
      );
      expect(await inBin(desk)).toEqual([]);
      expect((await desk.ask(`/api/documents/${lease.id}`)).status).toBe(404);
      expect((await signer.download()).bytes.subarray(0, 5).toString()).toBe('%PDF-');
      const audit = await desk.ask<unknown[]>(`/api/audit?document=${lease.id}`);
      expect(audit.body.length).toBeGreaterThan(5);
    },
  );

  test('emptying the bin deletes only documents in the bin', async () => {
    const desk = await office.desk();
    const ids = await Promise.all([1, 2, 3].map(async () => (await desk.upload(sampleLease(1))).body.id));
    await several(desk, 'documents/delete', ids.slice(1));
    expect((await desk.delete('/api/bin')).body).toEqual({ purged: 2 });
    expect(await inBin(desk)).toEqual([]);
    expect((await desk.ask<DocumentSummary[]>('/api/documents')).body.map(({ id }) => id)).toEqual([ids[0]]);
  });

  test('the ZIP has safe, unique names and contains sealed files where they exist', async () => {
    const desk = await office.desk();
    const signed = await desk.signed(sampleLease(1), [linus]);
    const { body: first } = await desk.upload(sampleLease(1), 'a.pdf', 'Berth: 4/5');
    const { body: second } = await desk.upload(sampleLease(2), 'b.pdf', 'berth 4 5');
    const packed = await desk.ask(`/api/documents/archive?ids=${signed.id},${first.id},${second.id}`);
    expect(packed.status).toBe(200);
    expect(packed.headers['content-disposition']).toMatch(/attachment; filename="documents-[\d-]+\.zip"/);
    const files = unzipSync(packed.bytes);
    expect(Object.keys(files)).toEqual(['lease (sealed).pdf', 'Berth 4 5.pdf', 'berth 4 5 (2).pdf']);
    const sealed = await desk.ask(`/api/documents/${signed.id}/download`);
    expect(Buffer.from(files['lease (sealed).pdf']!).equals(sealed.bytes)).toBe(true);
    expect((await desk.ask(`/api/documents/archive?ids=${first.id},${none}`)).status).toBe(404);
    expect((await desk.ask('/api/documents/archive?ids=')).status).toBe(404);
  });

  test('the thumbnail shows the first page and may be cached by browsers', async () => {
    const desk = await office.desk();
    const { body: lease } = await desk.upload(sampleLease(1));
    const kept = await desk.ask(lease.thumbnailUrl);
    expect(kept).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
    expect(kept.headers['cache-control']).toBe('private, max-age=31536000, immutable');
    expect(PNG.sync.read(kept.bytes).width).toBe(440);
    const plain = `/api/documents/${lease.id}/thumbnail`;
    const again = await desk.ask(plain, { headers: { 'if-none-match': String(kept.headers['etag']) } });
    expect(again).toMatchObject({ status: 304, headers: { 'cache-control': 'private, no-cache' } });
    expect((await desk.ask(plain)).bytes.equals(kept.bytes)).toBe(true);
  });

  test('a sent document can be duplicated as a draft, and its original file is returned unchanged', async () => {
    const desk = await office.desk({ ...ada, plan: 'free' });
    const lease = await desk.prepare(sampleLease(1), [grace, linus]);
    await desk.send(lease.id, { signingOrder: 'sequential' });
    const duplicate = () => desk.post<{ id: string; title: string }>(`/api/documents/${lease.id}/duplicate`);
    const made = await duplicate();
    expect(made).toMatchObject({ status: 201, body: { title: 'lease (copy)' } });
    const copy = await desk.read(made.body.id);
    expect(copy).toMatchObject({ status: 'draft', baseSha256: lease.baseSha256, fileName: 'lease.pdf' });
    expect(copy.signingOrder).toBe('sequential');
    expect(copy.recipients.map(({ email, status }) => [email, status])).toEqual([
      [grace.email, 'waiting'],
      [linus.email, 'waiting'],
    ]);
    expect(copy.signatureFields.map(({ recipientId }) => recipientId)).toEqual(
      copy.recipients.map(({ id }) => id),
    );
    const original = await desk.ask(`/api/documents/${made.body.id}/original`);
    expect(original.bytes.equals(Buffer.from(sampleLease(1)))).toBe(true);
    expect(original.headers['content-disposition']).toContain('filename="lease.pdf"');
    await duplicate();
    expect(await duplicate()).toMatchObject({ status: 403, body: { code: 'plan-limit-documents' } });
  });

  test('the list shows the owners of documents', async () => {
    const desk = await office.desk();
    const { body } = await desk.ask<DocumentOwner[]>('/api/documents/owners');
    expect(body).toEqual([{ id: desk.userId, name: 'Ada Moreau', email: ada.email }]);
  });

  test('Mallory cannot read or delete anything (S-07)', async () => {
    const desk = await office.desk();
    const { body: kept } = await desk.upload(sampleLease(1));
    const { body: binned } = await desk.upload(sampleLease(1));
    await several(desk, 'documents/delete', [binned.id]);
    const path = `/api/documents/${kept.id}`;
    const acts = [
      mallory.ask(kept.thumbnailUrl),
      mallory.ask(`${path}/original`),
      mallory.post(`${path}/duplicate`),
      mallory.ask(`/api/documents/archive?ids=${kept.id}`),
      mallory.delete(path),
    ];
    for (const { status } of await Promise.all(acts)) expect(status).toBe(404);
    expect((await several(mallory, 'documents/delete', [kept.id])).done).toEqual([]);
    for (const act of ['bin/restore', 'bin/purge'])
      expect((await several(mallory, act, [binned.id])).done).toEqual([]);
    await mallory.delete('/api/bin');
    expect((await inBin(desk)).map(({ id }) => id)).toEqual([binned.id]);
    expect(await inBin(mallory)).toEqual([]);
  });
});

const several = async (desk: Desk, act: string, ids: string[]) =>
  (await desk.post<SeveralAnswer>(`/api/${act}`, { ids })).body;

const inBin = async (desk: Desk) => (await desk.ask<DocumentSummary[]>('/api/documents?bin=true')).body;

const used = async (desk: Desk) => (await desk.ask<UserUsage>('/api/user/usage')).body.documentsUsed;
