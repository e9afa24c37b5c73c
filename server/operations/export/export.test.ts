import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import type { AccountExport } from '#contract/operations/export.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { acceptAccount, packArchive } from '#testing/archives/pack-archive.ts';
import { memoryFileStore } from '#testing/fakes/memory-file-store.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { readRoots } from '#verify/read-roots.ts';
import { verifyFile } from '#verify/verify-file.ts';
import { warnBeforeExpiry } from '../../documents/sending/extend-expiry.ts';
import { remindDue } from '../../documents/sending/remind-recipients.ts';
import { expireDue } from '../../documents/sending/watch-expiry.ts';
import { verifyDatabase } from '../../evidence/verification/verify-database.ts';
import { checkExport } from './check-export.ts';
import { exportAccount } from './export-account.ts';
import { importAccount } from './import-account.ts';
import { requestExport, createExportFile, removeEndedExports } from './make-export.ts';

describeOnOneDatabase('exporting and importing an account', (open) => {
  let at: Office;
  let ada: Desk;
  let archive: Buffer;
  let signedId: string;
  let codedId: string;
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
    codedId = second.id;
    await ada.send(second.id, { reminders: { everyDays: 2, most: 3 } });
    await at.settled();
    await ada.post('/api/folders', { name: 'Leases' });
    await ada.post('/api/contacts', { name: 'Hana Sato', email: 'hana@harbour.example' });
    const body = { url: 'https://hooks.harbour.example/in', kinds: ['document.completed'] };
    await ada.post('/api/webhooks', body);
    await ada.post('/api/keys', { name: 'The script', mode: 'live', scopes: ['documents:read'] });
    archive = await take(ada);
  });

  /** Changes the entries of an archive and writes a manifest that matches them. */
  const forged = (
    change: (entries: Record<string, Uint8Array>) => void,
    of: Uint8Array = archive,
  ): Uint8Array => {
    const entries = unzipSync(of);
    change(entries);
    return packArchive(entries);
  };
  const edited = (table: string, change: (text: string) => string): Uint8Array =>
    forged((entries) => {
      const name = `tables/${table}.ndjson`;
      entries[name] = strToU8(change(strFromU8(entries[name]!)));
    });

  /** Requests an export, waits for the job and downloads it. */
  const take = async (desk: Desk): Promise<Buffer> => {
    const asked = await desk.post<AccountExport>('/api/account/exports');
    await at.settled();
    return (await desk.ask(`/api/account/exports/${asked.body.id}/file`)).bytes;
  };

  const changed = (name: string, change: (bytes: Uint8Array) => Uint8Array | undefined): Uint8Array => {
    const entries = unzipSync(archive);
    const found = Object.keys(entries).find((one) => one.startsWith(name))!;
    const after = change(entries[found]!);
    if (after) entries[found] = new Uint8Array(after);
    else delete entries[found];
    return zipSync(entries, { level: 0 });
  };

  test('the archive contains every file, hash, trail and seal, and can be checked without a server', async () => {
    expect(await checkExport(archive)).toMatchObject({ documents: 2, seals: 1, faults: [] });
    const entries = unzipSync(archive);
    const text = Object.entries(entries)
      .filter(([name]) => name.startsWith('tables/'))
      .map(([, bytes]) => strFromU8(bytes))
      .join('');
    expect(text).toContain('Hana Sato');
    expect(text).toContain('Leases');
    // The archive contains no credentials: codes, sessions, links or keys.
    for (const secret of ['access_code_hash', 'mail_code_nonce', 'link_id', 'id_hash', 'secret'])
      expect(text).not.toContain(`"${secret}"`);
  });

  test('neither Mallory, who has another account, nor members who are not owners can get the archive', async () => {
    const mallory = await at.desk();
    expect(strFromU8(unzipSync(await take(mallory))['tables/documents.ndjson']!)).toBe('');
    const [hers] = (await ada.ask<AccountExport[]>('/api/account/exports')).body;
    const file = `/api/account/exports/${hers!.id}/file`;
    expect((await mallory.ask(file)).body).toMatchObject({ code: 'not-found' });
    const admin = await at.colleague(ada, { role: 'admin', email: 'hana@harbour.example' });
    for (const path of ['/api/account/exports', file])
      expect((await admin.ask(path)).body).toMatchObject({ code: 'not-permitted' });
  });

  test('after twelve exports in an hour, an account must wait, but other accounts need not', async () => {
    const person = await at.desk({ email: 'tove@harbour.example' });
    const ask = async (desk = person) => (await desk.post('/api/account/exports')).status;
    for (let time = 1; time <= 12; time += 1) expect(await ask()).toBe(201);
    expect(await ask()).toBe(429);
    expect(await ask(await at.desk({ email: 'hana@harbour.example' }))).toBe(201);
    await at.settled();
  });

  test('the owner is notified when the archive is ready, downloads are audited, and the archive is deleted after a week', async () => {
    const person = await at.desk({ email: 'imre@harbour.example' });
    const [one, two] = await Promise.all([
      person.post<AccountExport>('/api/account/exports'),
      person.post<AccountExport>('/api/account/exports'),
    ]);
    expect(one.body.id).toBe(two.body.id);
    await at.settled();
    expect(at.post.to('imre@harbour.example').map(({ subject }) => subject)).toEqual([
      'Your archive is ready',
    ]);
    const [ready] = (await person.ask<AccountExport[]>('/api/account/exports')).body;
    expect(ready).toMatchObject({ state: 'ready', missing: 0, size: expect.any(Number) as number });
    expect(ready!.done).toBe(ready!.steps);
    const file = `/api/account/exports/${one.body.id}/file`;
    expect((await person.ask(file)).bytes).toHaveLength(ready!.size!);
    const events = (await person.ask<{ type: string }[]>('/api/audit')).body.map(({ type }) => type);
    expect(events).toEqual(expect.arrayContaining(['account_exported', 'archive_downloaded']));
    await removeEndedExports({ ...at.product.services, clock: () => at.now() + 7 * 86_400_000 });
    expect((await person.ask(file)).status).toBe(404);
    expect((await person.ask<AccountExport[]>('/api/account/exports')).body).toMatchObject([
      { state: 'removed' },
    ]);
  });

  test('an export whose last attempt was killed fails after a week, and the owner is notified and can try again', async () => {
    const person = await at.desk({ email: 'lost@harbour.example' });
    const { services, jobs } = at.product;
    const lost = { ...services, jobs: { ...jobs, enqueue: async () => {} } };
    const ask = () => requestExport(lost, { ...person, ip: '::1' });
    const asked = await ask();
    const later = (days: number) => ({ ...services, clock: () => at.now() + days * 86_400_000 });
    await removeEndedExports(later(6));
    expect(await ask()).toBe(asked);
    await removeEndedExports(later(7));
    await at.settled();
    expect(at.post.to('lost@harbour.example')).toHaveLength(1);
    expect(await ask()).not.toBe(asked);
  });

  test('a killed export starts again, and a lost file does not stop it', async () => {
    const person = await at.desk({ email: 'noor@harbour.example' });
    const { id } = (await person.upload(sampleLease())).body;
    const { db, files } = at.product.services;
    const row = await db.selectFrom('documents').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await files.delete(row.original_sha256);
    const broken = {
      ...at.product.services,
      files: { ...files, put: () => Promise.reject(new Error('killed')) },
    };
    const asked = await requestExport(
      { ...broken, jobs: { ...at.product.jobs, enqueue: async () => {} } },
      { ...person, ip: '::1' },
    );
    const which = { accountId: person.accountId, exportId: asked };
    const job = { id: asked, attempt: 1, isLastTry: false, signal: new AbortController().signal };
    const running = { ...job, isStillOurs: () => Promise.resolve(true) };
    await expect(createExportFile(broken, which, running)).rejects.toThrow('killed');
    await createExportFile(at.product.services, which, running);
    await createExportFile(at.product.services, which, running);
    const [ready] = (await person.ask<AccountExport[]>('/api/account/exports')).body;
    expect(ready).toMatchObject({ state: 'ready', missing: 1 });
    const zip = (await person.ask(`/api/account/exports/${asked}/file`)).bytes;
    expect((await checkExport(zip)).faults).toEqual([`The file ${row.original_sha256} is missing.`]);
    await at.settled();
    expect(at.post.to('noor@harbour.example')).toHaveLength(1);
  });

  test('according to an independent validator, each row matches the schema in the archive', () => {
    const entries = unzipSync(archive);
    const schema = JSON.parse(strFromU8(entries['schema.json']!)) as { $defs: Record<string, object> };
    const ajv = formats.default(new Ajv2020({ strict: true, allErrors: true }));
    const check = (judge: ValidateFunction, value: unknown) =>
      expect([judge(value), judge.errors ?? []]).toEqual([true, []]);
    check(ajv.compile(schema), JSON.parse(strFromU8(entries['manifest.json']!)));
    for (const [table, shape] of Object.entries(schema.$defs)) {
      const judge = ajv.compile(shape);
      const lines = strFromU8(entries[`tables/${table}.ndjson`]!).split('\n').filter(Boolean);
      for (const line of lines) check(judge, JSON.parse(line));
      if (['documents', 'webhook_endpoints', 'api_keys', 'events'].includes(table))
        expect(lines.length, table).toBeGreaterThan(0);
    }
  });

  test('detects swapped sealed files and a rewritten trail even if all hashes match', async () => {
    // Each row refers to the sealed file of the other document. Both seals are valid.
    const other = await at.desk();
    const { id } = await other.signed(sampleLease(), [grace]);
    const theirs = (await other.ask(`/api/documents/${id}/download`)).bytes;
    const name = createHash('sha256').update(theirs).digest('hex');
    const own = (await ada.ask(`/api/documents/${signedId}/download`)).bytes;
    const ownName = createHash('sha256').update(own).digest('hex');
    const exchanged = forged((entries) => {
      entries[`files/${name}`] = new Uint8Array(theirs);
      const documents = 'tables/documents.ndjson';
      entries[documents] = strToU8(strFromU8(entries[documents]!).replace(ownName, name));
    });
    expect((await checkExport(exchanged)).faults).toEqual([
      `The sealed file of ${signedId} belongs to another document, or to another trail.`,
    ]);
    const later = edited('events', (text) => {
      const lines = text.split('\n').filter((line) => !line.includes('"type":"document_completed"'));
      return lines.filter((line) => !line.includes('"type":"recipient_signed"')).join('\n');
    });
    expect((await checkExport(later)).faults).not.toEqual([]);
  });

  longTest('detects swapped ending records and files that are not records', async () => {
    const person = await at.desk({ email: 'vera@harbour.example' });
    for (const pages of [3, 4]) {
      const { id } = await person.sent(sampleLease(pages), [grace]);
      expect((await person.signer(grace.email).decline('The rent is wrong.')).status).toBe(204);
      await at.settled();
      expect((await person.ask(`/api/documents/${id}/certificate`)).status).toBe(200);
    }
    const zip = await take(person);
    expect(await checkExport(zip)).toMatchObject({ documents: 2, seals: 2, faults: [] });
    const table = 'tables/documents.ndjson';
    const withRows = (change: (rows: Record<string, unknown>[]) => Record<string, unknown>[]) =>
      forged((entries) => {
        const rows = strFromU8(entries[table]!).trim().split('\n');
        const changed = change(rows.map((row) => JSON.parse(row) as Record<string, unknown>));
        entries[table] = strToU8(changed.map((row) => `${JSON.stringify(row)}\n`).join(''));
      }, zip);
    const exchanged = withRows(([one, two]) => [
      { ...one, certificate_sha256: two!['certificate_sha256'] },
      { ...two, certificate_sha256: one!['certificate_sha256'] },
    ]);
    expect((await checkExport(exchanged)).faults).toEqual([
      expect.stringContaining('belongs to another document'),
      expect.stringContaining('belongs to another document'),
    ]);
    const pages = withRows(([one, two]) => [{ ...one, certificate_sha256: one!['base_sha256'] }, two!]);
    expect((await checkExport(pages)).faults).toEqual([
      expect.stringMatching(/^The seal of .+ is not valid/),
    ]);
  });

  test('Mallory cannot add a row to another account', async () => {
    const mallory = await at.desk();
    const folder = JSON.stringify({ account_id: mallory.accountId, id: mallory.userId, name: 'Mine' });
    const zip = edited('folders', (text) => `${text}${folder}\n`);
    expect((await checkExport(zip)).faults).toEqual(['1 rows of folders belong to another account.']);
  });

  test('Mallory cannot get other accounts’ files by naming their hashes in her archive', async () => {
    const upload = sampleLease(7);
    const victim = await at.desk();
    await victim.signed(upload, [grace]);
    const theirs = createHash('sha256').update(upload).digest('hex');
    const withRows = (table: string, row: object) =>
      edited(table, (text) => {
        const rows = text.split('\n').filter(Boolean);
        return rows
          .map((line) => `${JSON.stringify({ ...(JSON.parse(line) as object), ...row })}\n`)
          .join('');
      });
    const [named, then] = [{ original_sha256: theirs }, '2026-11-01T00:00:00Z'];
    const gone = { ...named, files_kept: false, purged_at: then };
    for (const zip of [
      withRows('documents', named),
      withRows('documents', { ...named, files_kept: false }),
      withRows('documents', gone),
      // A document that is out for signature claims to be deleted. Otherwise it would be sealed and sent to
      // its recipients.
      withRows('documents', { ...gone, deleted_at: then }),
      withRows('signatures', { image_sha256: theirs }),
    ]) {
      expect((await checkExport(zip)).faults).toContain(`The file ${theirs} is missing.`);
      const there = await openOffice(await open(), { working: false, ports: { files: at.ports.files } });
      const services = { ...there.product.services, now: there.now() };
      expect(await importAccount(services, zip)).toMatchObject({ faults: [], sealed: 0 });
      const { db } = there.product.services;
      const [documents, signatures] = [
        await db.selectFrom('documents').select('original_sha256 as sha256').execute(),
        await db.selectFrom('signatures').select('image_sha256 as sha256').execute(),
      ];
      expect([...documents, ...signatures]).not.toContainEqual({ sha256: theirs });
    }
    // A purged draft has no files any more, which is not a fault.
    const person = await at.desk({ email: 'olive@harbour.example' });
    const { id } = (await person.upload(sampleLease(5))).body;
    await person.post('/api/documents/delete', { ids: [id] });
    expect((await person.post('/api/bin/purge', { ids: [id] })).status).toBe(200);
    expect(await checkExport(await take(person))).toMatchObject({ documents: 1, faults: [] });
  });

  test('members in Mallory’s archive are not linked to existing users', async () => {
    const there = await openOffice(await open(), { working: false });
    const { db } = there.product.services;
    const mallory = { id: randomUUID(), email: 'mallory@reef.example', email_confirmed_at: new Date() };
    await db
      .insertInto('identities')
      .values({ ...mallory, first_name: 'Mallory', last_name: 'Reef', password_hash: 'of hers' })
      .execute();
    const zip = edited('users', (text) => {
      const row = JSON.parse(text.trim()) as Record<string, unknown>;
      return `${JSON.stringify({ ...row, issuer: 'embedded', subject: mallory.id })}\n`;
    });
    const importing = { ...there.product.services, now: there.now() };
    expect(await importAccount(importing, zip)).toMatchObject({ faults: [], already: false });
    const user = await db
      .selectFrom('users')
      .select(['subject', 'email'])
      .where('account_id', '=', ada.accountId)
      .executeTakeFirstOrThrow();
    expect(user.subject).not.toBe(mallory.id);
    const signsIn = db.selectFrom('identities').select('email').where('id', '=', user.subject);
    expect(await signsIn.execute()).toEqual([]);
  });

  test('rejects path traversal, duplicate names and zip bombs without unpacking them', async () => {
    const entries = unzipSync(archive);
    const stored = (more: Record<string, Uint8Array>) => zipSync({ ...entries, ...more }, { level: 0 });
    const out = stored({ '../../etc/cron.d/mallory': strToU8('x') });
    const beside = stored({ 'files/../manifest.json': strToU8('x') });
    expect((await checkExport(out)).faults).toEqual([expect.stringContaining('invalid relative path')]);
    expect((await checkExport(beside)).faults).toEqual([expect.stringContaining('invalid relative path')]);
    expect((await checkExport(stored({ 'cron.d': strToU8('x') }))).faults).toEqual([
      '"cron.d" does not belong in an archive.',
    ]);
    // Gives one entry the name of another, in both places that contain its name.
    const twice = Buffer.from(stored({ 'tables/usexs.ndjson': strToU8('{}') }));
    for (let from = twice.indexOf('usexs'); from >= 0; from = twice.indexOf('usexs', from))
      twice.write('users', from);
    expect((await checkExport(twice)).faults).toEqual(['tables/users.ndjson appears twice.']);
    const bomb = zipSync({ 'tables/contacts.ndjson': new Uint8Array(12 * 1024 * 1024) });
    expect((await checkExport(bomb)).faults).toEqual([
      'tables/contacts.ndjson unpacks to an implausible size.',
    ]);
    const liar = Buffer.from(bomb);
    const at = liar.lastIndexOf('tables/contacts.ndjson') - 46;
    liar.writeUInt32LE(1000, at + 24);
    expect((await checkExport(liar)).faults).not.toEqual([]);
    expect((await checkExport(strToU8('no archive at all'))).faults).toHaveLength(1);
  });

  test('detects changed, missing and added files, and does not import the documents concerned', async () => {
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
    for (const zip of [flipped, dropped]) {
      const there = await openOffice(await open(), { working: false });
      const { services } = there.product;
      const own = new Set(Object.keys(unzipSync(archive)).filter((name) => name.startsWith('files/')));
      const outcome = await importAccount({ ...services, now: there.now() }, zip);
      expect(outcome).toMatchObject({ faults: [], leftOut: 1 });
      expect(outcome.notes.join()).toMatch(/was left out\. (?:files\/|The file )/);
      const rows = await services.db.selectFrom('documents').select('id').execute();
      expect(rows).toHaveLength(1);
      expect(own.size).toBeGreaterThan(2);
    }
    for (const zip of [shorter, other]) {
      const files = memoryFileStore();
      const importing = { ...at.product.services, files, now: at.now() };
      expect((await importAccount(importing, zip)).faults).not.toEqual([]);
      for (const name of Object.keys(unzipSync(zip)))
        if (name.startsWith('files/')) expect(await files.has(name.slice('files/'.length))).toBe(false);
    }
  });

  longTest('the plan is not imported, because it is paid for at the source', async () => {
    const into = async () => {
      const { product, now } = await openOffice(await open(), { working: false });
      return { ...product.services, now: now() };
    };
    const [business, unchosen] = [await into(), await into()];
    const withPlan = (plan: string) =>
      edited('accounts', (text) => {
        const row = JSON.parse(text.trim()) as Record<string, unknown>;
        return `${JSON.stringify({ ...row, plan, plan_until: '2099-01-01T00:00:00Z' })}\n`;
      });
    expect(await importAccount(business, withPlan('business'))).toMatchObject({ faults: [] });
    expect(await importAccount(unchosen, withPlan(''))).toMatchObject({ faults: [] });
    const planIn = ({ db }: typeof business) =>
      db.selectFrom('accounts').select(['plan', 'plan_until']).execute();
    expect(await planIn(business)).toEqual([{ plan: 'free', plan_until: null }]);
    expect(await planIn(unchosen)).toEqual([{ plan: '', plan_until: null }]);
  });

  test('stores existing files again, so that cleanup does not delete them before their rows exist', async () => {
    const files = memoryFileStore();
    const [first, second] = await Promise.all(
      [await open(), await open()].map((database) =>
        openOffice(database, { working: false, ports: { files } }),
      ),
    );
    const importing = (office: Office) => ({
      ...office.product.services,
      now: office.now(),
      roots: at.ports.key.chain.slice(-1),
    });
    await importAccount(importing(first!), archive);
    const put = files.put.bind(files);
    const anew = new Set<string>();
    files.put = async (bytes) => {
      const sha256 = await put(bytes);
      anew.add(sha256);
      return sha256;
    };
    expect(await importAccount(importing(second!), archive)).toMatchObject({
      faults: [],
      already: false,
    });
    const rows = await second!.product.services.db
      .selectFrom('documents')
      .select(['base_sha256', 'sealed_sha256'])
      .execute();
    expect(rows).toHaveLength(2);
    for (const row of rows)
      for (const sha256 of Object.values(row)) if (sha256 !== null) expect(anew).toContain(sha256);
  });

  test('a document that had an access code can be sent only after its sender has set a new one or removed it', async () => {
    const words = { name: 'Berth', description: 'For a year', category: 'Legal', documentId: signedId };
    const template = await ada.post<{ id: string }>('/api/templates', words);
    const { roles } = (await ada.ask<{ roles: { id: string }[] }>(`/api/templates/${template.body.id}`)).body;
    const form = { on: true, visitorRole: roles[0]!.id, people: [], code: 'heron 7' };
    expect((await ada.put(`/api/templates/${template.body.id}/form`, form)).status).toBe(200);
    const zip = await buffer(exportAccount(at.product.services, ada.accountId));
    const there = await openOffice(await open());
    const { services } = there.product;
    expect(await importAccount({ ...services, now: there.now() }, zip)).toMatchObject({ faults: [] });
    const hers = await acceptAccount(there, { ...ada, email: 'ada@harbour.example' });
    const { recipients, status } = await hers.read(codedId);
    expect({ status, recipients }).toMatchObject({
      status: 'draft',
      recipients: [{ email: linus.email, accessCode: false, accessCodeRequired: true }],
    });
    expect(await hers.send(codedId)).toMatchObject({ status: 422, body: { code: 'access-code-required' } });
    const coded = [{ email: linus.email, accessCode: 'quay 14' }];
    expect((await hers.send(codedId, { recipients: coded })).status).toBe(200);
    await there.settled();
    const signer = hers.signer(linus.email);
    expect((await signer.view()).body).toMatchObject({ code: 'code-required' });
    const old = await signer.post('/gate', { accessCode: 'harbour7' });
    expect(old.body).toMatchObject({ code: 'code-wrong' });
    expect((await signer.post('/gate', { accessCode: 'quay 14' })).status).toBe(204);
    const kept = await hers.ask(`/api/templates/${template.body.id}/form`);
    expect(kept.body).toMatchObject({ form: { on: false, hasCode: true } });
  });

  test('accepts older archives, which have no column for access codes', async () => {
    const old = edited('recipients', (text) => text.replaceAll(/,"has_access_code":(?:true|false)/g, ''));
    const there = await openOffice(await open(), { working: false });
    const { db } = there.product.services;
    const importing = {
      ...there.product.services,
      now: at.now(),
      roots: at.ports.key.chain.slice(-1),
    };
    expect(await importAccount(importing, old)).toMatchObject({ faults: [], already: false });
    const rows = await db.selectFrom('recipients').select('access_code_hash').execute();
    expect(rows).toEqual([{ access_code_hash: null }, { access_code_hash: null }]);
  });

  test('imports sealed documents with their trail and others as drafts, and a second import changes nothing', async () => {
    const there = await openOffice(await open());
    const importing = {
      ...there.product.services,
      now: there.now(),
      roots: at.ports.key.chain.slice(-1),
    };
    const first = await importAccount(importing, archive);
    expect(first).toMatchObject({ faults: [], already: false, documents: 2, accountId: ada.accountId });
    expect(first).toMatchObject({ sealed: 1, drafts: 1, sealedElsewhere: 0, leftOut: 0 });
    expect(await importAccount(importing, archive)).toMatchObject({ already: true, faults: [] });
    const hers = await acceptAccount(there, { ...ada, email: 'ada@harbour.example' });
    const [sealed, original] = [
      await hers.ask(`/api/documents/${signedId}/download`),
      await ada.ask(`/api/documents/${signedId}/download`),
    ];
    expect(sealed.bytes.equals(original.bytes)).toBe(true);
    const trail = (await hers.ask(`/api/documents/${signedId}/trail`)).body;
    expect(trail).toMatchObject({ intact: true, matchesSealedFile: true, sealedElsewhere: false });
    const types = (trail['events'] as { type: string }[]).map(({ type }) => type);
    expect(types.at(-1)).toBe('document_imported');
    expect(types).toContain('document_signed');
    expect(types).not.toContain('document_completed');
    // The bundle contains the root that sealed the document, not this installation's root.
    const bundle = unzipSync((await hers.ask(`/api/documents/${signedId}/bundle`)).bytes);
    const rootPem = strFromU8(bundle['certificates/root.pem']!);
    expect(rootPem).toBe(at.ports.key.rootPem);
    const trust = { roots: readRoots(rootPem), now: there.now(), beside: bundle['evidence.json'] };
    const verified = await verifyFile(bundle['sealed.pdf']!, trust);
    expect(verified).toMatchObject({ verdict: 'genuine', beside: true });
    expect(readRoots(strFromU8(bundle['certificates/seal.pem']!))).toEqual(
      at.ports.key.chain.map((der) => new Uint8Array(der)),
    );
    expect((await hers.ask<unknown[]>('/api/contacts')).body.length).toBeGreaterThan(0);
    // Webhooks and API keys remain disabled until the owner enables them.
    expect((await hers.ask('/api/webhooks')).body).toMatchObject([{ on: false }]);
    expect((await hers.ask('/api/keys')).body).toMatchObject({ keys: [{ state: 'revoked' }] });
    const draft = await hers.read(codedId);
    expect(draft).toMatchObject({ status: 'draft', recipients: [{ status: 'waiting', email: linus.email }] });
    expect(draft.fileNotes).toMatchObject([{ code: 'imported-as-draft' }]);
    // Linus may still sign at the source. Here, he cannot sign until the draft is sent again.
    there.wait(29 * 86_400_000);
    await remindDue(there.product.services);
    await warnBeforeExpiry(there.product.services);
    await expireDue(there.product.services);
    const { db } = there.product.services;
    expect(await db.selectFrom('mails').selectAll().execute()).toEqual([]);
    const found: string[] = [];
    await verifyDatabase(there.product.services, (sentence) => void found.push(sentence));
    expect(found).toEqual([]);
    // In an export from the new server, all rows that the sealed evidence contains are the same.
    const again = await buffer(exportAccount(there.product.services, ada.accountId));
    expect((await checkExport(again)).faults).toEqual([]);
    const rows = (zip: Uint8Array, table: string) =>
      strFromU8(unzipSync(zip)[`tables/${table}.ndjson`]!)
        .split('\n')
        .filter((line) => line.includes(signedId));
    for (const table of ['fields', 'signatures', 'field_values'])
      expect(rows(again, table), table).toEqual(rows(archive, table));
  });
});
