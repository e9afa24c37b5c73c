import { beforeAll, describe, expect, test } from 'vitest';
import { attachedPastPlan } from '#core/field/attached-file.ts';
import { scopes } from '#core/permission/scope.ts';
import { plans } from '#core/plan/plans.ts';
import { grace } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import type { MemoryFileStore } from '#testing/fakes/memory-file-store.ts';
import { drawnSignature } from '#testing/journey/drawn-signature.ts';
import { longTest } from '#testing/long-test.ts';
import { multipartForm } from '#testing/multipart.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { dict, name, textString } from '#pdf/objects/objects.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { placesOfFiles } from '../../records/stored-files/needed-files.ts';
import { releaseFiles } from '../../records/stored-files/release-files.ts';
import { readFilesAgain } from '../../records/stored-files/check-stored-files.ts';
import { deleteUnusedFiles } from '../../documents/files/delete-unused-files.ts';
import { StoreUnavailableError } from '../../ports/file-store.ts';
import { lockStorageUsage, refuseStorage, storageUsed } from './storage-store.ts';

const mallory = { firstName: 'Mallory', lastName: 'Quill', email: 'mallory@elsewhere.example' };
const day = 24 * 3_600_000;

describe('storage limits of an account (S-20)', () => {
  let office: Office;
  let files: MemoryFileStore;
  let people = 0;
  beforeAll(async () => {
    office = await openOffice(await openOneDatabase());
    files = office.ports.files as MemoryFileStore;
  });

  const open = (plan: 'free' | 'business' = 'business') =>
    office.desk({ ...mallory, email: `mallory.${(people += 1)}@elsewhere.example`, plan });
  /** Fills the account's storage so that only this many bytes are left. */
  const leaveRoom = async (desk: Desk, bytes: number, plan: 'free' | 'business' = 'free') => {
    const { db } = office.ports.database;
    const { base_size } = await db
      .selectFrom('documents')
      .select('base_size')
      .where('account_id', '=', desk.accountId)
      .executeTakeFirstOrThrow();
    const size = plans[plan].limits.storage - Number(base_size) - bytes;
    await db
      .updateTable('documents')
      .set({
        original_sha256: await files.put(Buffer.from(desk.accountId)),
        original_size: size,
      })
      .where('account_id', '=', desk.accountId)
      .execute();
    await db.deleteFrom('storage_counts').where('account_id', '=', desk.accountId).execute();
  };
  const counted = (desk: Desk) =>
    office.ports.database.db
      .selectFrom('storage_counts')
      .select(['bytes', 'counted_at'])
      .where('account_id', '=', desk.accountId)
      .executeTakeFirst();
  const services = () => {
    const { database, clock } = office.ports;
    return { db: database.db, files, clock, log: office.product.services.log };
  };
  /** Sends Grace a lease with this many attachment fields. */
  const sentWithFiles = async (desk: Desk, count: number) => {
    const lease = await desk.sent(sampleLease(1), [grace], ([id]) => [
      { type: 'signature', page: 1, x: 40, y: 640, width: 180, height: 44, recipientId: id! },
      ...Array.from({ length: count }, (_, at) => ({
        type: 'attachment' as const,
        page: 1,
        x: 40,
        y: 560 - at * 40,
        width: 180,
        height: 30,
        recipientId: id!,
        required: false,
      })),
    ]);
    const signer = desk.signer(grace.email);
    await signer.opened();
    const fields = lease.signatureFields.filter(({ type }) => type === 'attachment').map(({ id }) => id);
    const attach = (bytes: Uint8Array, at = 0) =>
      desk.ask(`/api/sign/${signer.token}/attachments/${fields[at]}`, {
        method: 'POST',
        body: form(bytes).body,
        headers: { ...form(bytes).headers, cookie: '' },
      });
    return { lease, attach };
  };
  const form = (bytes: Uint8Array, fields: Record<string, string> = {}) =>
    multipartForm([{ name: 'lease.pdf', bytes }], fields);

  test('an upload beyond the storage limit is refused with the numbers, and nothing is stored or counted', async () => {
    const desk = await open('free');
    await desk.upload(sampleLease(1));
    await leaveRoom(desk, 1000);
    const before = files.count();
    const refused = await desk.upload(sampleLease(2));
    expect(refused).toMatchObject({ status: 403, body: { code: 'plan-limit-storage' } });
    expect(refused.body).toMatchObject({
      detail: expect.stringMatching(
        /1000 MB of storage. You use 1000 MB, and this file needs 1 MB/,
      ) as string,
      parameters: { limit: 1000, used: 1000, requested: 1 },
    });
    expect(files.count()).toBe(before);
    const usage = await desk.ask<{ documentsUsed: number }>('/api/subscription/usage');
    expect(JSON.stringify(usage.body)).toContain('"documentsUsed":1');
  });

  longTest(
    'files are counted once a day instead of with every upload, and the estimate is never too low',
    async () => {
      const desk = await open();
      const { db } = office.ports.database;
      await desk.upload(sampleLease(1));
      const first = await counted(desk);
      const lease = await desk.sent(sampleLease(2), [grace]);
      expect((await desk.signer(grace.email).sign()).status).toBe(200);
      await office.settled();
      expect(await desk.read(lease.id)).toMatchObject({ status: 'completed' });
      await desk.upload(sampleLease(3));
      const later = await counted(desk);
      expect(later?.counted_at).toEqual(first?.counted_at);
      const used = await storageUsed(db, desk.accountId);
      expect(Number(later?.bytes)).toBeLessThan(used);
      // The sealed file, which is stored without a check, is included. Not one more byte fits into the plan.
      const limit = plans.business.limits.storage;
      const rules = { clock: office.ports.clock, plans: 'on' as const };
      const refuse = (bytes: number) => refuseStorage(db, desk.accountId, bytes, rules);
      expect(await refuse(limit - used)).toBeUndefined();
      expect(await refuse(limit - used + 1)).toMatchObject({ refused: 'plan-limit-storage' });
      const tomorrow = office.now() + day + 1000;
      await inTransaction(db, (tx) =>
        lockStorageUsage(tx, desk.accountId, 7, { ...rules, clock: () => tomorrow }),
      );
      expect(await counted(desk)).toEqual({ bytes: used + 7, counted_at: new Date(tomorrow) });
    },
  );

  test('if an outdated count seems to exceed the limit, files are counted again instead of refusing the upload', async () => {
    const desk = await open('free');
    await desk.upload(sampleLease(1));
    const { db } = office.ports.database;
    const fill = { bytes: plans.free.limits.storage };
    await db.updateTable('storage_counts').set(fill).where('account_id', '=', desk.accountId).execute();
    expect((await desk.upload(sampleLease(2))).status).toBe(201);
    expect(Number((await counted(desk))?.bytes)).toBe(await storageUsed(db, desk.accountId));
  });

  longTest('a draft whose file is replaced repeatedly keeps one file', async () => {
    const desk = await open();
    const { body: draft } = await desk.upload(sampleLease(1));
    for (let pages = 2; pages < 6; pages += 1) {
      const replaced = await desk.ask(`/api/documents/${draft.id}/file`, {
        method: 'PUT',
        ...form(sampleLease(pages), { confirm: 'true' }),
      });
      expect(replaced.status).toBe(200);
    }
    const { db } = office.ports.database;
    const { original_size, base_size } = await db
      .selectFrom('documents')
      .select(['original_size', 'base_size'])
      .where('id', '=', draft.id)
      .executeTakeFirstOrThrow();
    expect(await storageUsed(db, desk.accountId)).toBe(Number(original_size) + Number(base_size));
  });

  test('a signer can store only one valid PDF per field, and too many attempts are refused', async () => {
    const desk = await open();
    const { lease, attach: upload } = await sentWithFiles(desk, 1);
    const kept = () =>
      office.ports.database.db
        .selectFrom('attachments')
        .select('sha256')
        .where('document_id', '=', lease.id)
        .execute();
    for (let pages = 2; pages < 6; pages += 1) {
      expect((await upload(sampleLease(pages))).status).toBe(201);
      expect(await kept()).toHaveLength(1);
    }
    expect(await upload(Buffer.from('%PDF-1.7 and 34 bytes of nothing.'))).toMatchObject({
      status: 422,
      body: { code: 'attachment-refused' },
    });
    for (let tried = 0; tried < 35; tried += 1) await upload(sampleLease(2));
    const many = await upload(sampleLease(2));
    expect(many).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
    expect(Number(many.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('the file of a replaced attachment is deleted unless another row needs the same bytes', async () => {
    const desk = await open();
    const { lease, attach } = await sentWithFiles(desk, 2);
    const { db, pool } = office.ports.database;
    for (const [pages, at] of [
      [21, 0],
      [22, 0],
      [22, 1],
      [23, 0],
    ] as const)
      expect((await attach(sampleLease(pages), at)).status).toBe(201);
    const { rows } = await pool.query<{ data: { accountId: string; files: string[] } }>(
      `SELECT data FROM pgboss.job WHERE name = 'release-files' AND data->>'accountId' = $1 ORDER BY created_on`,
      [desk.accountId],
    );
    const released = rows.flatMap(({ data }) => data.files);
    expect(released).toHaveLength(2);
    const stored = () => Promise.all(released.map((name) => files.has(name)));
    office.wait(62 * 60_000);
    for (const { data } of rows) await releaseFiles(services(), data.accountId, data.files);
    // The second file was also uploaded to the other field.
    expect(await stored()).toEqual([false, true]);
    const kept = await db
      .selectFrom('attachments')
      .select('sha256')
      .where('document_id', '=', lease.id)
      .execute();
    expect(await Promise.all(kept.map(({ sha256 }) => files.has(sha256)))).toEqual([true, true]);
  });

  test('files of test documents count toward the storage limit', async () => {
    const desk = await open('business');
    const key = { name: 'Payroll', mode: 'test', scopes };
    const program = desk.program((await desk.post<{ secret: string }>('/api/keys', key)).body.secret);
    const { db } = office.ports.database;
    const { body: draft } = await program.upload(sampleLease(1));
    expect(draft).toMatchObject({ test: true });
    const sizes = await db
      .selectFrom('documents')
      .select(['original_size', 'base_size'])
      .where('id', '=', draft.id)
      .executeTakeFirstOrThrow();
    expect(await storageUsed(db, desk.accountId)).toBe(Number(sizes.original_size) + Number(sizes.base_size));
    await leaveRoom(desk, 1000, 'business');
    expect((await program.upload(sampleLease(2))).body).toMatchObject({ code: 'plan-limit-storage' });
    const path = `/api/documents/${draft.id}/file`;
    const replaced = await program.ask(path, { method: 'PUT', ...form(sampleLease(2), { confirm: 'true' }) });
    expect(replaced.body).toMatchObject({ code: 'plan-limit-storage' });
  });

  test('after a downgrade, sent documents still accept attachments up to a limit', async () => {
    const desk = await open();
    const { db } = office.ports.database;
    const { lease, attach } = await sentWithFiles(desk, 2);
    await db.updateTable('accounts').set({ plan: 'free' }).where('id', '=', desk.accountId).execute();
    await leaveRoom(desk, 0);
    expect(await desk.upload(sampleLease(2))).toMatchObject({ body: { code: 'plan-limit-storage' } });
    expect((await attach(sampleLease(3))).status).toBe(201);
    expect(await desk.upload(sampleLease(2))).toMatchObject({ body: { code: 'plan-limit-storage' } });
    // The limit keeps attachment fields from filling the disk.
    await db
      .updateTable('attachments')
      .set({ size: attachedPastPlan })
      .where('document_id', '=', lease.id)
      .execute();
    expect(await attach(sampleLease(4), 1)).toMatchObject({ body: { code: 'attachment-refused' } });
    // A replacement uses the space of the file it replaces.
    expect((await attach(sampleLease(5))).status).toBe(201);
    expect((await attach(sampleLease(4), 1)).status).toBe(201);
  });

  test('an attachment beyond the plan is counted, so that the count is never too low', async () => {
    const desk = await open();
    const { db } = office.ports.database;
    const { attach } = await sentWithFiles(desk, 1);
    expect((await attach(sampleLease(2))).status).toBe(201);
    await db.updateTable('accounts').set({ plan: 'free' }).where('id', '=', desk.accountId).execute();
    const full = { bytes: plans.free.limits.storage };
    await db.updateTable('storage_counts').set(full).where('account_id', '=', desk.accountId).execute();
    await db
      .updateTable('documents')
      .set({ base_size: full.bytes })
      .where('account_id', '=', desk.accountId)
      .execute();
    const file = sampleLease(6);
    expect((await attach(file)).status).toBe(201);
    expect(Number((await counted(desk))?.bytes)).toBe(full.bytes + file.length);
  });

  longTest(
    'refused drawn signatures leave no files, regardless of the number of attempts (I-7)',
    async () => {
      const desk = await open();
      const lease = await desk.sent(sampleLease(1), [grace]);
      const signer = desk.signer(grace.email);
      await signer.opened();
      const drawn = (width: number) => ({ signatureText: null, signatureData: drawnSignature(width) });
      const before = files.count();
      for (let tried = 0; tried < 3; tried += 1)
        expect((await signer.sign({ ...drawn(200 + tried), consent: false })).status).toBe(422);
      expect(files.count()).toBe(before);
      expect((await signer.sign(drawn(300))).status).toBe(200);
      await office.settled();
      expect(await desk.read(lease.id)).toMatchObject({ status: 'completed' });
      const sealed = files.count();
      for (let tried = 0; tried < 3; tried += 1)
        expect((await signer.sign(drawn(400 + tried))).status).toBe(409);
      expect(files.count()).toBe(sealed);
    },
  );

  test('stored files are verified regularly, and missing or damaged ones are reported (L-19)', async () => {
    const desk = await open('free');
    const { body: draft } = await desk.upload(sampleLease(4));
    const sha256 = draft.baseSha256;
    const prefix = sha256.slice(0, 2);
    const { db } = office.ports.database;
    expect(await readFilesAgain({ db, files }, prefix)).toBeGreaterThan(0);

    const whole = await files.read(sha256);
    files.spoil(sha256, Buffer.from('one bit of it is another'));
    await expect(readFilesAgain({ db, files }, prefix)).rejects.toThrow(sha256);
    await files.delete(sha256);
    await expect(readFilesAgain({ db, files }, prefix)).rejects.toThrow(/missing or damaged/);
    // An unavailable file store does not mean damaged files, so the job tries again.
    const away = { ...files, open: () => Promise.reject(new StoreUnavailableError('It hung up.')) };
    await expect(readFilesAgain({ db, files: away }, prefix)).rejects.toThrow('It hung up.');
    await files.put(whole);
    expect(await readFilesAgain({ db, files }, prefix)).toBeGreaterThan(0);
  });

  test('the cleanup deletes files of refused requests and keeps all files in use', async () => {
    const desk = await open('free');
    const { body: draft } = await desk.upload(sampleLease(3));
    await desk.put('/api/account/photo');
    const refused = await files.put(Buffer.from('put, and then the process was killed'));
    expect(await deleteUnusedFiles(services())).toBe(0);
    office.wait(2 * day);
    await deleteUnusedFiles(services());
    expect(await files.has(refused)).toBe(false);
    const { original_sha256, base_sha256 } = await office.ports.database.db
      .selectFrom('documents')
      .select(['original_sha256', 'base_sha256'])
      .where('id', '=', draft.id)
      .executeTakeFirstOrThrow();
    expect(await files.has(original_sha256)).toBe(true);
    expect(await files.has(base_sha256)).toBe(true);
    await releaseFiles(services(), desk.accountId, [base_sha256]);
    expect(await files.has(base_sha256)).toBe(true);
  });

  test('every column that refers to a stored file is checked before a file is deleted', async () => {
    const { rows } = await office.ports.database.pool.query<{ place: string }>(
      `SELECT table_name || '.' || column_name AS place FROM information_schema.columns
        WHERE table_schema = 'public' AND (column_name = 'sha256' OR column_name LIKE '%\\_sha256')`,
    );
    // These columns do not refer to stored files. They contain hashes of migrations, texts and signed
    // content, of the sources of pictures and joined files, and of delivered files.
    const named = [
      'file_deliveries.file_sha256',
      'form_entries.asked_sha256',
      'joined_files.joined_sha256',
      'migrations.sha256',
      'signatures.disclosure_sha256',
      'signatures.base_sha256',
      'signing_links.retrieved_sha256',
      'thumbnails.file_sha256',
    ];
    const unknown = rows.map(({ place }) => place).filter((place) => !placesOfFiles.includes(place));
    expect(unknown.toSorted()).toEqual(named.toSorted());
  });

  test('concurrent uploads of an account run one after another and all succeed', async () => {
    const desk = await open();
    const answers = await Promise.all(Array.from({ length: 6 }, () => desk.upload(sampleLease(1))));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
  });

  test('inexpensive rejections do not throttle further uploads', async () => {
    const desk = await open();
    const signature = dict({ Type: name('Sig'), Contents: textString('signed') });
    const signed = makePdf({
      pages: [{ text: 'Lease' }],
      catalog: { AcroForm: dict({ Fields: [dict({ FT: name('Sig'), T: textString('s'), V: signature })] }) },
    });
    for (let upload = 0; upload < 21; upload += 1) {
      const { body } = await desk.upload(upload % 2 === 0 ? signed : new Uint8Array(0));
      expect(body).toMatchObject({ code: 'upload-refused' });
    }
    expect((await desk.upload(sampleLease(1))).status).toBe(201);
  });

  test('after about twenty expensive rejections, further uploads of that account are refused early', async () => {
    const desk = await open();
    const broken = Buffer.from('%PDF-1.7 and nothing else');
    const answers = await Promise.all(Array.from({ length: 30 }, () => desk.upload(broken)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(7);
    const waiting = await desk.upload(sampleLease(1));
    expect(waiting.status).toBe(429);
    expect(Number(waiting.headers['retry-after'])).toBeGreaterThan(0);
    expect((await (await open()).upload(sampleLease(1))).status).toBe(201);
  });
});
