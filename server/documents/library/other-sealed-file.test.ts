import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import { checkExport } from '#server/operations/export/check-export.ts';
import { exportAccount } from '#server/operations/export/export-account.ts';
import { importAccount } from '#server/operations/export/import-account.ts';
import { sendMail } from '#server/messages/mail/send-mail.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase, type TestDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { findContradictedSeals } from '../../records/trail/stated-seals.ts';

/** Mallory, who controls the database, changes a document row to refer to another document's sealed file. */
describeOnOneDatabase('a document row that refers to another sealed file', (open) => {
  let database: TestDatabase;
  let office: Office;
  let ada: Desk;
  let id: string;
  let own: string;
  let other: { id: string; sealedSha256: string };
  beforeAll(async () => {
    database = await open();
    office = await openOffice(database);
    ada = await office.desk();
    ({ id } = await ada.signed(sampleLease(1), [grace]));
    other = { id: (await ada.signed(sampleLease(2), [linus])).id, sealedSha256: '' };
    own = await sealedOf(id);
    other.sealedSha256 = await sealedOf(other.id);
  });

  async function sealedOf(of: string): Promise<string> {
    const row = database.db.selectFrom('documents').select('sealed_sha256').where('id', '=', of);
    return (await row.executeTakeFirstOrThrow()).sealed_sha256!;
  }

  async function whileItNames<T>(sha256: string, act: () => Promise<T>): Promise<T> {
    const name = (file: string) =>
      database.owner.query('UPDATE documents SET sealed_sha256 = $1 WHERE id = $2', [file, id]);
    await name(sha256);
    try {
      return await act();
    } finally {
      await name(own);
    }
  }

  const download = (path: string) => async (desk: Desk) => desk.ask<{ code: string }>(path);

  test.each<[string, () => string]>([
    ['the download', () => `/api/documents/${id}/download`],
    ['the copy behind a signer’s link', () => `/api/sign/${ada.signer(grace.email).token}/download`],
    ['the download of several documents', () => `/api/documents/archive?ids=${id},${other.id}`],
    ['the evidence bundle', () => `/api/documents/${id}/bundle`],
  ])('a wrong sealed file is not served by %s, and the refusal says what to do', async (_, way) => {
    const key = { name: 'Script', mode: 'live', scopes: ['documents:read'] };
    const program = ada.program((await ada.post<NewKeyAnswer>('/api/keys', key)).body.secret);
    for (const by of [ada, program]) {
      const refused = await whileItNames(other.sealedSha256, () => download(way())(by));
      expect([refused.status, refused.body.code]).toEqual([
        409,
        way().endsWith('bundle') ? 'trail-altered' : 'sealed-file-differs',
      ]);
      expect((await by.ask(way())).status).toBe(200);
    }
  });

  test('no email contains a wrong sealed file, its picture or its hash', async () => {
    const { db } = database;
    const mails = db.selectFrom('mails').select('id').where('document_id', '=', id);
    const { id: mailId } = await mails
      .where('kind', '=', 'completed')
      .where('to_address', '=', grace.email)
      .executeTakeFirstOrThrow();
    const send = async () => {
      const again = { state: 'queued', accepted_at: null };
      await database.ownerDb.updateTable('mails').set(again).where('id', '=', mailId).execute();
      await sendMail(office.product.services, { accountId: ada.accountId, mailId });
      return office.post.to(grace.email).at(-1)!;
    };
    const right = await send();
    expect([right.attachments.length, right.text.includes(own)]).toEqual([1, true]);
    const wrong = await whileItNames(other.sealedSha256, send);
    expect([wrong.attachments, wrong.text.includes(other.sealedSha256), wrong.text.includes(own)]).toEqual([
      [],
      false,
      false,
    ]);
    const pictureIn = ({ pictures }: typeof right) => pictures?.find((one) => one.id === 'page')?.bytes;
    expect(pictureIn(wrong)).toBeDefined();
    const ofOther = await office.product.services.mailPages.of(other.sealedSha256, ada.accountId);
    expect(pictureIn(wrong)).not.toEqual(ofOther);
  });

  test('the thumbnail does not use a wrong sealed file', async () => {
    const picture = async () => (await ada.ask(`/api/documents/${id}/thumbnail`)).headers['etag'];
    const before = await picture();
    const others = (await ada.ask(`/api/documents/${other.id}/thumbnail`)).headers['etag'];
    const wrong = await whileItNames(other.sealedSha256, picture);
    expect(wrong).not.toBe(others);
    expect(await picture()).toBe(before);
  });

  test('an export check detects a wrong sealed file, and the document is not imported', async () => {
    const zip = await whileItNames(other.sealedSha256, () =>
      buffer(exportAccount(office.product.services, ada.accountId)),
    );
    expect((await checkExport(zip)).faults.join()).toContain(`The sealed file of ${id} belongs to another`);
    const there = await openOffice(await open(), { working: false });
    const roots = office.ports.key.chain.slice(-1);
    const importing = { ...there.product.services, now: there.now(), roots };
    expect(await importAccount(importing, zip)).toMatchObject({ faults: [], leftOut: 1, sealed: 1 });
  });

  longTest('the ending record is served only for the document that ended', async () => {
    const ended: { id: string; record: string; token: string }[] = [];
    for (const pages of [3, 4]) {
      const declined = await ada.sent(sampleLease(pages), [grace]);
      const signer = ada.signer(grace.email);
      expect((await signer.decline('The rent is wrong.')).status).toBe(204);
      await office.settled();
      const row = database.db.selectFrom('documents').select('certificate_sha256 as record');
      const { record } = await row.where('id', '=', declined.id).executeTakeFirstOrThrow();
      ended.push({ id: declined.id, record: record!, token: signer.token });
    }
    const [one, two] = ended;
    const names = (sha256: string) =>
      database.owner.query('UPDATE documents SET certificate_sha256 = $1 WHERE id = $2', [sha256, one!.id]);
    const ways = [
      `/api/documents/${one!.id}/certificate`,
      `/api/sign/${one!.token}/certificate`,
      `/api/documents/${one!.id}/bundle`,
    ];
    const upload = await office.ports.files.put(Buffer.from(sampleLease(5)));
    for (const sha256 of [two!.record, upload]) {
      await names(sha256);
      for (const way of ways) {
        const { status, body } = await ada.ask<{ code: string }>(way);
        const code = way.endsWith('bundle') ? 'trail-altered' : 'sealed-file-differs';
        expect([way, status, body.code]).toEqual([way, 409, code]);
      }
    }
    await names(one!.record);
    for (const way of ways) expect([way, (await ada.ask(way)).status]).toEqual([way, 200]);
  });

  test('the event in the audit trail must contain the hash of the sealed file', async () => {
    const named = (sealedSha256: string, augmentation: { sha256: string } | null = null) =>
      findContradictedSeals(database.db, ada.accountId, [{ id, sealedSha256, augmentation }]);
    expect(await named(own)).toEqual([]);
    expect(await named(other.sealedSha256)).toEqual([id]);
    expect(await named(own, { sha256: other.sealedSha256 })).toEqual([id]);
    const draft = { id, sealedSha256: null, augmentation: null };
    expect(await findContradictedSeals(database.db, ada.accountId, [draft])).toEqual([]);
  });
});
