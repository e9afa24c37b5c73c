import { beforeAll, expect, test } from 'vitest';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase, type TestDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { memoryFileStore } from '#testing/fakes/memory-file-store.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { NoSuchFileError, WrongBytesError, type FileStore } from '../../ports/file-store.ts';
import { placesOfFiles } from '../../records/stored-files/needed-files.ts';
import { purgeOfAccounts } from '../../documents/library/purge-documents.ts';
import { judgeSeal } from '../record/judge-seal.ts';
import { verifyDatabase, type Looked } from './verify-database.ts';

describeOnOneDatabase('verifying a whole database', (open) => {
  let database: TestDatabase;
  let office: Office;
  let id: string;
  beforeAll(async () => {
    database = await open();
    office = await openOffice(database);
    const ada = await office.desk();
    ({ id } = await ada.prepare(sampleLease(1), [grace]));
    await ada.prepare(sampleLease(1), [grace]);
    await ada.send(id);
    await office.settled();
    await ada.signer(grace.email).sign();
    await office.settled();
    expect((await ada.read(id)).status).toBe('completed');
    while (await office.product.services.log.grow());
  });

  async function look(files: FileStore = office.ports.files): Promise<{ found: string[]; looked: Looked }> {
    const found: string[] = [];
    const looked = await verifyDatabase({ db: database.db, files }, (sentence) => void found.push(sentence));
    return { found, looked };
  }

  /** Runs one SQL statement of Mallory, who owns the tables, and another that undoes it. */
  async function after(deed: string, back: string, of = id): Promise<string[]> {
    const unguarded = async (statement: string): Promise<void> => {
      await database.owner.query('ALTER TABLE events DISABLE TRIGGER ALL');
      await database.owner.query(statement, [of]);
      await database.owner.query('ALTER TABLE events ENABLE TRIGGER ALL');
    };
    await unguarded(deed);
    try {
      return (await look()).found;
    } finally {
      await unguarded(back);
    }
  }

  test('reports how much was checked, and no error in an unchanged database', async () => {
    const { found, looked } = await look();
    expect(found).toEqual([]);
    expect(looked).toMatchObject({ documents: 2, files: 5 });
    expect(looked.leaves).toBe(looked.events);
  });

  test('identifies a changed event by its document and position', async () => {
    const found = await after(
      `UPDATE events SET body = replace(body, '"v":1', '"v":2') WHERE document_id = $1 AND seq = 3`,
      `UPDATE events SET body = replace(body, '"v":2', '"v":1') WHERE document_id = $1 AND seq = 3`,
    );
    expect(found).toEqual([expect.stringContaining(`Document ${id}: event 3 of its trail`)]);
  });

  /**
   * Each case changes one row or column of a completed document, which then differs from the sealed evidence.
   */
  test.for<[string, string, string, string]>([
    ['a recipient with another name', 'recipients', "name = 'Mallory'", 'recipient .*: name'],
    ['a recipient with another address', 'recipients', "email = 'mallory@x.example'", 'recipient .*: email'],
    ['a recipient in another role', 'recipients', "role = 'cc'", 'recipient .*: role'],
    ['a recipient who declined', 'recipients', "status = 'declined'", 'recipient .*: act'],
    [
      'another time of an action',
      'recipients',
      "acted_at = now() - interval '1 day'",
      'recipient .*: actedAt',
    ],
    ['an erasure that no event states', 'recipients', 'erased_at = now()', 'recipient .*: isErased'],
    ['another title', 'documents', "title = 'Loan'", 'its row .*: title'],
    ['another order', 'documents', "signing_order = 'sequential'", 'its row .*: signingOrder'],
    ['another time of sending', 'documents', "sent_at = now() - interval '1 day'", 'its row .*: sentAt'],
    ['another time of completion', 'documents', "completed_at = '2026-01-01'", 'its row .*: completedAt'],
    ['a field in another position', 'fields', 'x = x + 10', 'field .*: x'],
    ['a field with another label', 'fields', "label = 'I owe Mallory'", 'field .*: label'],
    ['a signature with other text', 'signatures', "signature_text = 'Mallory'", 'signature .*: text'],
    ['another time of a signature', 'signatures', "signed_at = '2026-01-01'", 'signature .*: signedAt'],
    ['another disclosure', 'signatures', "disclosure_version = '1'", 'signature .*: disclosureVersion'],
  ])('reports %s', async ([, table, change, named]) => {
    const which = table === 'documents' ? 'id' : 'document_id';
    const rowId = table === 'signatures' ? 'recipient_id' : 'id';
    const column = change.split(' ')[0]!;
    const { rows } = await database.owner.query<{ id: string; value: unknown }>(
      `SELECT ${rowId} AS id, ${column} AS value FROM ${table} WHERE ${which} = $1`,
      [id],
    );
    await database.owner.query(`UPDATE ${table} SET ${change} WHERE ${which} = $1`, [id]);
    const { found } = await look();
    for (const row of rows)
      await database.owner.query(`UPDATE ${table} SET ${column} = $1 WHERE ${rowId} = $2`, [
        row.value,
        row.id,
      ]);
    expect(found.join()).toMatch(new RegExp(named));
    expect((await look()).found).toEqual([]);
  });

  test('reports an agreement that was deleted without an erasure, and any other missing value', async () => {
    for (const name of ['agreement', 'actorEmail', 'ip']) {
      const { rows } = await database.owner.query<{ seq: number }>(
        `SELECT * FROM event_values WHERE document_id = $1 AND name = '${name}' ORDER BY seq LIMIT 1`,
        [id],
      );
      await database.owner.query('ALTER TABLE event_values DISABLE TRIGGER ALL');
      await database.owner.query(
        `DELETE FROM event_values WHERE document_id = $1 AND name = '${name}' AND seq = $2`,
        [id, rows[0]!.seq],
      );
      const { found } = await look();
      await database.owner.query(
        'INSERT INTO event_values SELECT * FROM jsonb_populate_record(NULL::event_values, $1)',
        [JSON.stringify(rows[0])],
      );
      await database.owner.query('ALTER TABLE event_values ENABLE TRIGGER ALL');
      expect(found.join()).toContain(`event ${rows[0]!.seq} of its trail lacks its value '${name}'`);
    }
    expect((await look()).found).toEqual([]);
  });

  test('detects a sealed file that was replaced by another', async () => {
    const found = await after(
      'UPDATE documents SET sealed_sha256 = base_sha256 WHERE id = $1',
      `UPDATE documents SET sealed_sha256 = (SELECT (body::json -> 'data' ->> 'sealedSha256') FROM events
         WHERE document_id = $1 AND type = 'document_sealed') WHERE id = $1`,
    );
    expect(found.join()).toContain('its trail does not state that this file was sealed');
    expect(found.join()).toContain('the seal of its file is invalid');
  });

  test('does not report intermediate states of a running server', async () => {
    await database.owner.query('UPDATE documents SET sealed_sha256 = base_sha256 WHERE id = $1', [id]);
    // The check reads the trail before the server commits its change, and the row afterwards.
    let reads = 0;
    const db = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (!result.rows.some((row) => 'sealed_sha256' in row && row['status'] === 'completed'))
          return result;
        reads += 1;
        await database.owner.query(
          `UPDATE documents SET sealed_sha256 = (SELECT (body::json -> 'data' ->> 'sealedSha256') FROM events
             WHERE document_id = $1 AND type = 'document_sealed') WHERE id = $1`,
          [id],
        );
        return result;
      },
    });
    const found: string[] = [];
    const looked = await verifyDatabase({ db, files: office.ports.files }, (sentence) =>
      found.push(sentence),
    );
    expect({ found, reads, files: looked.files }).toEqual({ found: [], reads: 2, files: 5 });
  });

  test('reports missing and damaged files', async () => {
    const { files } = office.ports;
    const gone = { ...files, read: (name: string) => Promise.reject(new NoSuchFileError(name)) };
    expect((await look(gone)).found).toContainEqual(expect.stringContaining('its sealed file is missing'));
    const damaged = { ...files, read: (name: string) => Promise.reject(new WrongBytesError(name)) };
    expect((await look(damaged)).found).toContainEqual(expect.stringContaining('its base file was changed'));
  });

  test('reports missing and damaged files to which any other row refers, and reads no file twice', async () => {
    const bare = await open();
    const others = placesOfFiles.filter((place) => !place.startsWith('documents.'));
    expect(others).toContain('attachments.sha256');
    const tables = Map.groupBy(others, (place) => place.split('.')[0]!);
    // In all other tables, the check only reads the columns with file hashes.
    for (const [table, places] of tables) {
      const columns = places.map((place) => `${place.split('.')[1]} text`);
      await bare.owner.query(`DROP TABLE ${table} CASCADE; CREATE TABLE ${table} (${columns.join(', ')})`);
    }
    await bare.grant();
    const files = memoryFileStore();
    const names = new Map<string, string>();
    for (const place of others) {
      const [table, column] = place.split('.');
      names.set(place, await files.put(Buffer.from(`a file of ${place}`)));
      const insert = `INSERT INTO ${table} (${column}) VALUES ($1), ($1)`;
      await bare.owner.query(insert, [names.get(place)]);
    }
    const opened: string[] = [];
    const counting = { ...files, open: (name: string) => (opened.push(name), files.open(name)) };
    const lookAtBare = async () => {
      const found: string[] = [];
      const looked = await verifyDatabase({ db: bare.db, files: counting }, (sentence) =>
        found.push(sentence),
      );
      return { found, files: looked.files };
    };
    expect(await lookAtBare()).toEqual({ found: [], files: others.length });
    expect(opened.toSorted()).toEqual([...names.values()].toSorted());
    const sentences = (how: string) =>
      [...names].map(([place, name]) => `A file of ${place} ${how} (${name}).`);
    for (const name of names.values()) await files.delete(name);
    expect((await lookAtBare()).found.toSorted()).toEqual(sentences('is missing').toSorted());
    for (const name of names.values()) files.spoil(name, Buffer.from('one bit of it is another'));
    expect((await lookAtBare()).found.toSorted()).toEqual(sentences('was changed').toSorted());
  });

  test('notes a seal by a key that was revoked later, but reports no error', async () => {
    const sealed = await database.db
      .selectFrom('documents')
      .select('sealed_sha256')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { signer } = await judgeSeal(await office.ports.files.read(sealed.sealed_sha256!));
    const { serial } = signer!;
    const noted = async (withdrawn: string) => {
      const [found, notes]: string[][] = [[], []];
      const looking = { db: database.db, files: office.ports.files };
      const list = [{ serial: withdrawn, at: Date.UTC(2026, 10, 23, 15) }];
      const note = (sentence: string) => void notes!.push(sentence);
      await verifyDatabase(looking, (sentence) => void found!.push(sentence), { withdrawn: list, note });
      return { found, notes };
    };
    expect(await noted(serial)).toEqual({
      found: [],
      notes: [
        `Document ${id}: the key ${serial} of its seal has been revoked since 2026-11-23T15:00:00.000Z. ` +
          'The seal is trusted only if an authority proves an earlier time.',
      ],
    });
    expect(await noted('0a')).toEqual({ found: [], notes: [] });
  });

  longTest(
    'ignores missing files of permanently deleted documents, unless the document is only marked as such',
    async () => {
      const { services } = office.product;
      const ada = await office.desk();
      const [unsent, test] = [
        await ada.prepare(sampleLease(2), [grace]),
        await ada.prepare(sampleLease(3), [{ ...grace, email: 'grace.2@harbour.example' }]),
      ];
      await ada.send(test.id);
      await office.settled();
      await ada.signer('grace.2@harbour.example').sign();
      await office.settled();
      const set = (of: string, values: string) =>
        database.owner.query(`UPDATE documents SET ${values} WHERE id = $1`, [of]);
      await set(test.id, 'test = true');
      for (const { id: of } of [unsent, test]) {
        await set(of, 'deleted_at = now()');
        await purgeOfAccounts(services, [{ account_id: ada.accountId, id: of }]);
      }
      const { base_sha256: base } = await database.db
        .selectFrom('documents')
        .select('base_sha256')
        .where('id', '=', unsent.id)
        .executeTakeFirstOrThrow();
      const { files } = office.ports;
      const without = {
        ...files,
        read: (name: string) =>
          name === base ? Promise.reject(new NoSuchFileError(name)) : files.read(name),
      };
      expect((await look(without)).found).toEqual([]);
      await set(id, 'files_kept = false');
      expect((await look(without)).found).toEqual([expect.stringContaining('marked as deleted')]);
      await set(id, 'files_kept = true');
    },
  );

  test('checks the record of an ending like a sealed file, and detects its replacement', async () => {
    const ada = await office.desk();
    const voided: string[] = [];
    for (const pages of [4, 5]) {
      const one = await ada.sent(sampleLease(pages), [linus]);
      await ada.post(`/api/documents/${one.id}/void`, { reason: 'Another tenant.' });
      voided.push(one.id);
    }
    await office.settled();
    while (await office.product.services.log.grow());
    expect((await look()).found).toEqual([]);
    const [own, other] = await Promise.all(
      voided.map(async (of) => {
        const kept = database.db.selectFrom('documents').select('certificate_sha256').where('id', '=', of);
        return (await kept.executeTakeFirstOrThrow()).certificate_sha256!;
      }),
    );
    const stands = (file: string) => `UPDATE documents SET certificate_sha256 = ${file} WHERE id = $1`;
    const back = stands(`'${own}'`);
    expect(await after(stands('base_sha256'), back, voided[0])).toContainEqual(
      expect.stringContaining(`Document ${voided[0]}: the seal of its file is invalid`),
    );
    expect(await after(stands(`'${other}'`), back, voided[0])).toEqual([
      `Document ${voided[0]}: its trail differs from the one inside its sealed file.`,
    ]);
  });

  test('reports a document with only a trail left, because the product never deletes documents that way', async () => {
    const ada = await office.desk();
    const [gone, draft] = [
      (await ada.upload(sampleLease(2))).body.id,
      (await ada.upload(sampleLease(3))).body.id,
    ];
    await ada.post('/api/documents/delete', { ids: [draft] });
    await ada.post('/api/bin/purge', { ids: [draft] });
    await office.settled();
    while (await office.product.services.log.grow());
    expect((await look()).found).toEqual([]);
    await database.owner.query('DELETE FROM documents WHERE id = $1', [gone]);
    expect((await look()).found).toEqual([`Document ${gone}: its trail exists, but the document does not.`]);
  });
});
