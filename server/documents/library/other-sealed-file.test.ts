import { unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase, type TestDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { contradictedSeals } from '../../trail/stated-seals.ts';

/** Mallory, who owns the database, has the row of one document name the sealed file of another. */
describeOnOneDatabase('another sealed file in the row of a document', (open) => {
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

  const ways = (): string[] => [
    `/api/documents/${id}/download`,
    `/api/sign/${ada.signer(grace.email).token}/download`,
    `/api/documents/archive?ids=${id},${other.id}`,
  ];

  test('is served in no way, with a sentence that says what to do', async () => {
    for (const way of ways()) {
      const refused = await whileItNames(other.sealedSha256, () => ada.ask<{ code: string }>(way));
      expect([way, refused.status, refused.body.code]).toEqual([way, 409, 'sealed-file-differs']);
      expect((await ada.ask(way)).status).toBe(200);
    }
  });

  test('is in no bundle of evidence', async () => {
    const bundle = `/api/documents/${id}/bundle`;
    expect((await whileItNames(other.sealedSha256, () => ada.ask(bundle))).status).toBe(409);
    expect(Object.keys(unzipSync((await ada.ask(bundle)).bytes))).toContain('sealed.pdf');
  });

  test('is told from the right one by the trail, whose event has to match its hash', async () => {
    const named = (sealedSha256: string, strengthening: { sha256: string } | null = null) =>
      contradictedSeals(database.db, ada.accountId, [{ id, sealedSha256, strengthening }]);
    expect(await named(own)).toEqual([]);
    expect(await named(other.sealedSha256)).toEqual([id]);
    expect(await named(own, { sha256: other.sealedSha256 })).toEqual([id]);
    const draft = { id, sealedSha256: null, strengthening: null };
    expect(await contradictedSeals(database.db, ada.accountId, [draft])).toEqual([]);
  });
});
