import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { PasskeyConfirmation, PasskeyQuestion } from '#contract/signing/ceremony.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { openPasskeyDevice } from '#testing/fakes/passkey-device.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { collectOwnData } from './gather-own-data.ts';

type List =
  | 'documents'
  | 'contacts'
  | 'memberships'
  | 'mails'
  | 'passkeys'
  | 'invitations'
  | 'answersTo'
  | 'apiKeys'
  | 'asked';
type Data = Record<List, Record<string, unknown>[]>;

/** Other tables that contain the address, with the reason why they are left out. */
const ignoreProgress: Record<string, string> = {
  named_people: 'an index of the values beside events, which are told',
};

describeOnOneDatabase('the data held about a person', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open(), { working: false });
    await office.product.jobs.work(office.product.jobHandlers);
  });

  let callers = 0;
  const post = (url: string, email = '') =>
    office.product.app.inject({
      method: 'POST',
      url,
      remoteAddress: `10.8.0.${++callers}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: office.product.services.publicUrl,
      },
      payload: new URLSearchParams({ email }).toString(),
    });
  const linksTo = (email: string) =>
    office.post.to(email).flatMap(({ text }) => /\/my-data\/[\w-]+/.exec(text)?.[0] ?? []);

  test('the mailbox owner gets their own part of a document and no data of others', async () => {
    const ada = await office.desk();
    await ada.sent(sampleLease(), [grace, linus]);
    await ada.signer(grace.email).sign();
    await ada.signer(linus.email).decline('The berth is too short');
    await office.settled();
    await ada.upload(sampleLease(2), 'secret.pdf', 'A draft that nobody was sent');
    expect((await office.product.app.inject({ url: '/my-data' })).statusCode).toBe(200);
    const asked = await post('/my-data', ` ${grace.email.toUpperCase()} `);
    expect([asked.statusCode, asked.body]).toEqual([
      200,
      expect.stringContaining('whether or not we store anything'),
    ]);
    await office.settled();
    const [link] = linksTo(grace.email.toUpperCase());
    // Opening the link reveals no data yet.
    const looked = await office.product.app.inject({ url: link! });
    expect([looked.statusCode, looked.headers['content-type']]).toEqual([
      200,
      expect.stringContaining('html'),
    ]);
    const read = await post(link!);
    const data = read.json<Data>();
    expect(data.documents).toMatchObject([
      {
        title: 'lease',
        part: 'signed',
        files: [],
        signature: { kind: 'typed', text: grace.name, picture: false, initialsPicture: false },
      },
    ]);
    expect((data.documents[0]!['events'] as { type: string }[]).map(({ type }) => type)).toContain(
      'document_signed',
    );
    expect(data.contacts).toHaveLength(1);
    expect(data.mails.length).toBeGreaterThan(1);
    const all = JSON.stringify(data);
    for (const others of [
      linus.name,
      linus.email,
      'The berth is too short',
      'A draft',
      ada.accountId,
      'ada@',
    ])
      expect(all).not.toContain(others);
  });

  test('the data includes a part that the person delegated, but not who has it now', async () => {
    const ada = await office.desk();
    const nora = { name: 'Nora Voss', email: 'Nora@voss.example' };
    const draft = await ada.prepare(sampleLease(), [nora]);
    await ada.send(draft.id, { allowDelegation: true });
    await office.settled();
    const signer = ada.signer(nora.email);
    await signer.opened();
    const passed = await signer.delegate({
      name: linus.name,
      email: linus.email,
      reason: 'On leave in hospital',
    });
    expect(passed.status).toBeLessThan(300);
    await office.settled();
    const data = (await collectOwnData(office.ports.database.db, nora.email, office.now())) as Data;
    expect(data.documents).toMatchObject([{ title: 'lease', part: 'passed-on' }]);
    const all = JSON.stringify(data);
    expect(all).toContain('On leave in hospital');
    expect(all).not.toContain(linus.email);
  });

  test('the data does not name documents before the recipient’s turn, or reveal what an access code protects', async () => {
    const ada = await office.desk();
    const imre = { name: 'Imre', email: 'imre.next@sandor.example', order: 2 };
    const hana = { name: 'Hana', email: 'hana.first@sato.example', order: 1, accessCode: 'Quay 14' };
    const box = { type: 'text' as const, page: 1, x: 20, width: 150, height: 30 };
    const { id } = await ada.prepare(sampleLease(1), [hana, imre], (ids) =>
      ids.map((recipientId, at) => ({ ...box, y: 20 + at * 60, recipientId })),
    );
    expect((await ada.send(id, { signingOrder: 'sequential' })).status).toBe(200);
    await office.settled();
    const held = async (email: string) => {
      await post('/my-data', email);
      await office.settled();
      return (await post(linksTo(email).at(-1)!)).json<Data>().documents;
    };
    expect(await held(imre.email)).toMatchObject([{ title: null, part: 'waiting' }]);
    const signer = ada.signer(hana.email);
    const gate = await signer.post('/gate', { accessCode: 'Quay 14' });
    const cookie = String(gate.headers['set-cookie']).split(';')[0]!;
    expect((await signer.sign({}, { cookie })).status).toBe(200);
    await office.settled();
    const shut = { values: null, files: null, behindCode: true };
    expect(await held(hana.email)).toMatchObject([{ title: 'lease', ...shut }]);
    expect(await held(imre.email)).toMatchObject([{ title: 'lease', values: [], behindCode: false }]);
  });

  test('the data includes memberships, but nothing about people who never confirmed this address', async () => {
    const noor = await office.desk({ email: 'noor@harbour.example', firstName: 'Noor' });
    const made = await noor.post('/api/keys', { name: 'Payroll', mode: 'test', scopes: ['documents:read'] });
    expect(made.status).toBe(201);
    await post('/my-data', 'noor@harbour.example');
    await office.settled();
    const data = (await post(linksTo('noor@harbour.example')[0]!)).json<Data>();
    expect(data.memberships).toMatchObject([{ role: 'owner', firstName: 'Noor' }]);
    expect(data.apiKeys).toMatchObject([{ name: 'Payroll', mode: 'test', lastUsedAt: null }]);
    expect(data).toMatchObject({ photo: [], apps: [] });
    expect(JSON.stringify(data)).not.toContain(noor.userId);
    // Mallory signed up with someone else's address. The owner of the mailbox must not get her data.
    await office.desk({ email: 'imre@harbour.example', firstName: 'Mallory', confirmed: false });
    await post('/my-data', 'imre@harbour.example');
    await office.settled();
    expect((await post(linksTo('imre@harbour.example')[0]!)).json<Data>().memberships).toEqual([]);
  });

  longTest(
    'the data includes passkeys, invitations, emails about accounts, and the existence of unfinished drafts',
    async () => {
      const ada = await office.desk();
      const noor = { name: 'Noor Haddad', email: 'Noor.signs@haddad.example' };
      const box = { type: 'text' as const, page: 1, x: 20, y: 20, width: 150, height: 30 };
      const { publicUrl } = office.product.services;
      await ada.sent(sampleLease(1), [{ ...noor, passkey: 'offered' }]);
      const signer = ada.signer(noor.email);
      const question = (await signer.post<PasskeyQuestion>('/passkey')).body;
      const device = openPasskeyDevice();
      const registration = await device.create(question, publicUrl);
      const assertion = await device.get(question, publicUrl);
      const passkey = { nonce: question.nonce, registration, assertion } as PasskeyConfirmation;
      expect((await signer.sign({ passkey })).status).toBe(200);
      await office.settled();
      for (const accessCode of [undefined, 'Quay 14']) {
        const { id } = await ada.sent(sampleLease(2), [{ ...noor, accessCode }], (ids) =>
          ids.map((recipientId) => ({ ...box, recipientId })),
        );
        const next = ada.signer(noor.email);
        const gate = accessCode ? await next.post('/gate', { accessCode }) : undefined;
        const headers = { cookie: String(gate?.headers['set-cookie']).split(';')[0]! };
        const field = (await ada.read(id)).signatureFields.find(({ type }) => type === 'text')!;
        const body = { values: { [field.id]: 'Bergen' } };
        expect((await next.ask('/draft', { method: 'PUT', body, headers })).status).toBe(200);
      }
      const invited = await ada.post('/api/team/invitations', {
        email: noor.email.toLowerCase(),
        role: 'viewer',
      });
      expect(invited.status).toBeLessThan(300);
      expect((await ada.post('/api/brand/reply-to', { address: noor.email })).status).toBeLessThan(300);
      await office.settled();
      await post('/my-data', noor.email);
      await office.settled();
      const data = (await post(linksTo(noor.email).at(-1)!)).json<Data>();
      const time = expect.stringMatching(/^20\d\d-.+Z$/) as string;
      expect(data.passkeys).toMatchObject([{ since: time, lastUsedAt: time }]);
      expect(data.invitations).toMatchObject([{ role: 'viewer', invitedAt: time, acceptedAt: null }]);
      expect(data.answersTo).toMatchObject([{ requestedAt: time, confirmed: false }]);
      expect(data.asked).toMatchObject([{ language: 'en', at: time }]);
      expect(data.mails.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['invitation', 'join-account']),
      );
      expect(data.documents.map((one) => one['draftSavedAt'])).toEqual([null, time, null]);
      expect(JSON.stringify(data)).not.toMatch(/Bergen|ada@/);
    },
  );

  test('the data covers every table that contains the address, except those listed here with a reason', async () => {
    const { db } = office.ports.database;
    const { rows: columns } = await sql<{ table: string; column: string }>`
      SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
       WHERE table_schema = current_schema() AND data_type = 'text'`.execute(db);
    const named = columns.filter(({ column }) => /email|address|^reply_to(_asked)?$/.test(column));
    const holding = new Set(named.map(({ table }) => table));
    // Also finds columns whose name does not suggest an address.
    for (const table of new Set(columns.map((one) => one.table))) {
      const { rows } = await sql`SELECT FROM ${sql.table(table)} AS t
        WHERE row_to_json(t)::text ILIKE '%noor.signs@haddad.example%' LIMIT 1`.execute(db);
      if (rows.length > 0) holding.add(table);
    }
    let asked = '';
    const listening = db.withPlugin({
      transformQuery: ({ node }) => {
        asked += JSON.stringify(node);
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    await collectOwnData(listening, 'noor.signs@haddad.example', office.now());
    const isAsked = (table: string): boolean => new RegExp(`(FROM|JOIN) ${table}\\b`).test(asked);
    expect([...holding].filter((table) => !isAsked(table) && !(table in ignoreProgress))).toEqual([]);
  });

  test('Mallory learns nothing, floods no mailbox and guesses no link, and a link expires after a day', async () => {
    const answers = await Promise.all(
      ['hana@harbour.example', 'nobody@nowhere.example', 'hana@harbour.example', 'hana@harbour.example'].map(
        (email) => post('/my-data', email),
      ),
    );
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    await post('/my-data', 'hana@harbour.example');
    expect((await post('/my-data', 'no address')).statusCode).toBe(422);
    await office.settled();
    expect(linksTo('hana@harbour.example')).toHaveLength(3);
    const [link] = linksTo('hana@harbour.example');
    for (const forged of [`${link!.slice(0, -2)}AA`, '/my-data/x'])
      expect((await post(forged)).statusCode).toBe(404);
    expect((await post(link!)).statusCode).toBe(200);
    office.wait(86_400_001);
    expect((await post(link!)).statusCode).toBe(404);
  });
});
