import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase, openEmbedded } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { memoryFileStore } from '#testing/fakes/memory-file-store.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { checkExport } from './check-export.ts';
import { importAccount } from './import-account.ts';

describeOnOneDatabase('an account is taken along', (open) => {
  let at: Office;
  let ada: Desk;
  let archive: Buffer;
  let signedId: string;
  beforeAll(async () => {
    at = await openOffice(await open());
    ada = await at.desk();
    const { id } = await ada.prepare(sampleLease(), [grace]);
    signedId = id;
    await ada.send(id);
    await at.settled();
    await ada.signer(grace.email).sign();
    await at.settled();
    const second = await ada.prepare(sampleLease(2), [{ ...linus, accessCode: 'harbour7' }]);
    await ada.send(second.id);
    await at.settled();
    await ada.ask('/api/folders', { method: 'POST', body: { name: 'Leases' } });
    await ada.ask('/api/contacts', {
      method: 'POST',
      body: { name: 'Hana Sato', email: 'hana@harbour.example' },
    });
    archive = (await ada.ask('/api/account/export')).bytes;
  }, 60_000);
  afterAll(() => at.close());

  const changed = (name: string, change: (bytes: Uint8Array) => Uint8Array | undefined): Uint8Array => {
    const entries = unzipSync(archive);
    const found = Object.keys(entries).find((one) => one.startsWith(name))!;
    const after = change(entries[found]!);
    if (after) entries[found] = new Uint8Array(after);
    else delete entries[found];
    return zipSync(entries, { level: 0 });
  };

  test('with every file, hash, trail and seal, to be checked without any server', async () => {
    expect(await checkExport(archive)).toMatchObject({ documents: 2, seals: 1, faults: [] });
    const entries = unzipSync(archive);
    const text = Object.entries(entries)
      .filter(([name]) => name.startsWith('tables/'))
      .map(([, bytes]) => strFromU8(bytes))
      .join('');
    expect(text).toContain('Hana Sato');
    expect(text).toContain('Leases');
    // Nothing lets anybody in: no code, no session, no link, no key.
    for (const secret of ['access_code_hash', 'mail_code_nonce', 'link_id', 'id_hash', 'secret'])
      expect(text).not.toContain(`"${secret}"`);
  });

  test('Mallory of another account, and who does not own this one, get nothing of it', async () => {
    const mallory = await at.desk();
    const theirs = strFromU8(
      unzipSync((await mallory.ask('/api/account/export')).bytes)['tables/documents.ndjson']!,
    );
    expect(theirs).toBe('');
    const { db } = at.product.services;
    await db.updateTable('users').set({ role: 'admin' }).where('id', '=', mallory.userId).execute();
    expect((await mallory.ask('/api/account/export')).body).toMatchObject({ code: 'not-permitted' });
  });

  test('whatever was changed, left out or put in is found, and such an archive is not taken in', async () => {
    const flipped = changed('files/', (bytes) =>
      bytes.map((byte, index) => (index === 50 ? byte ^ 1 : byte)),
    );
    const dropped = changed('files/', () => undefined);
    const shorter = changed('tables/events', (bytes) =>
      strToU8(strFromU8(bytes).split('\n').slice(1).join('\n')),
    );
    const other = zipSync({ ...unzipSync(archive), 'files/extra': strToU8('x') });
    for (const zip of [flipped, dropped, shorter, other, zipSync({ 'manifest.json': strToU8('{}') })]) {
      expect((await checkExport(zip)).faults).not.toEqual([]);
    }
    const files = memoryFileStore();
    expect((await importAccount({ db: at.product.services.db, files }, flipped)).faults).not.toEqual([]);
    for (const name of Object.keys(unzipSync(flipped))) {
      if (name.startsWith('files/')) expect(await files.has(name.slice('files/'.length))).toBe(false);
    }
  });

  test('into an empty installation on another database, where documents, trails and seals are what they were; twice is once', async () => {
    const there = await openOffice(await openEmbedded(), { working: false });
    const { db, files } = there.product.services;
    const first = await importAccount({ db, files }, archive);
    expect(first).toMatchObject({ faults: [], already: false, documents: 2, accountId: ada.accountId });
    expect(await importAccount({ db, files }, archive)).toMatchObject({ already: true, faults: [] });
    const session = await there.product.app.sessions.begin(
      { accountId: ada.accountId, userId: ada.userId },
      undefined,
    );
    const ask = (url: string) => there.product.app.inject({ url, headers: { cookie: `sid=${session}` } });
    const [sealed, original] = [
      await ask(`/api/documents/${signedId}/download`),
      await ada.ask(`/api/documents/${signedId}/download`),
    ];
    expect(sealed.rawPayload.equals(original.bytes)).toBe(true);
    const trail = (await ask(`/api/documents/${signedId}/trail`)).json<{
      intact: boolean;
      sameAsSealed: boolean;
    }>();
    expect(trail).toMatchObject({ intact: true, sameAsSealed: true });
    expect((await ask('/api/contacts')).json<unknown[]>().length).toBeGreaterThan(0);
    // And from there again the same: nothing was lost on the way.
    const again = await ask('/api/account/export');
    const rows = (zip: Uint8Array, table: string) => strFromU8(unzipSync(zip)[`tables/${table}.ndjson`]!);
    for (const table of [
      'documents',
      'recipients',
      'fields',
      'signatures',
      'events',
      'event_values',
      'contacts',
      'folders',
    ]) {
      expect(rows(again.rawPayload, table), table).toBe(rows(archive, table));
    }
  });
});
