import { createHash } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import type { SendCheckView, SentDocumentView } from '#contract/documents/one-call.ts';
import type { Scope } from '#core/permission/scope.ts';
import { grace, hana, linus } from '#testing/cast.ts';
import { describeOnEveryDatabase, type TestDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { everyRow } from '#testing/every-row.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

const path = '/api/documents/send';
const bytes = sampleLease(1);
const file = { name: 'lease.pdf', base64: Buffer.from(bytes).toString('base64') };
const box = (row: number) => ({ page: 1, x: 60, y: 200 + row * 60, width: 190, height: 40 });
const people = [
  {
    ...grace,
    order: 1,
    fields: [
      { ...box(0), type: 'signature' },
      { ...box(1), type: 'number', label: 'Rent', properties: { max: 5000 } },
    ],
    values: { Rent: 1250 },
  },
  {
    ...linus,
    role: 'approver',
    order: 2,
    fields: [{ ...box(2), type: 'text', label: 'Note', required: false }],
  },
  { ...hana, role: 'cc' },
];
const terms = { title: 'Lease of berth 17', subject: 'Please sign', message: 'Hello', expirationDays: 9 };
const request = { ...terms, recipients: people, values: { note: 'Agreed by phone' } };

describeOnEveryDatabase('a file sent in one request', (open) => {
  let office: Office;
  let ada: Desk;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
    office = await openOffice(database);
    ada = await office.desk();
  }, 60_000);

  const everything = async () => [await everyRow(office.ports.database.db), office.post.mails.length];
  const form = (body: object, name = 'lease.pdf', sent: Uint8Array = bytes) =>
    multipartForm([{ name, bytes: sent }], { request: JSON.stringify(body) });
  const program = async (scopes: readonly Scope[], mode: 'live' | 'test' = 'live') => {
    const key = await ada.post<NewKeyAnswer>('/api/keys', { name: 'Payroll', mode, scopes });
    return ada.program(key.body.secret);
  };

  test.each([
    ['JSON', () => ({ body: { ...request, file } })],
    ['a form', () => form(request)],
  ])('a file is sent as %s with its recipients, fields and values', async (_, body) => {
    const { status, body: sent } = await ada.ask<SentDocumentView>(path, { method: 'POST', ...body() });
    expect([status, sent]).toMatchObject([
      201,
      { title: terms.title, status: 'sent', signingOrder: 'sequential' },
    ]);
    expect(
      sent.recipients.map(({ email, role, awaited, fields }) => [email, role, awaited, fields.length]),
    ).toEqual([
      [grace.email, 'signer', true, 2],
      [linus.email, 'approver', false, 1],
      [hana.email, 'cc', false, 0],
    ]);
    expect(sent.recipients[0]!.fields[1]).toMatchObject({ label: 'Rent', value: '1250', printed: '1,250' });
    expect(sent.recipients[1]!.fields[0]).toMatchObject({ label: 'Note', value: 'Agreed by phone' });
    expect(await ada.read(sent.id)).toMatchObject({ status: 'sent', expirationDays: 9, message: 'Hello' });
    await office.settled();
    expect((await ada.signer(grace.email).sign({ fields: [] })).status).toBe(200);
    await office.settled();
    expect((await ada.signer(linus.email).sign({ fields: [] })).status).toBe(200);
    await office.settled();
    expect((await ada.read(sent.id)).status).toBe('completed');
  });

  test('anchors in the file place fields for the recipients in order', async () => {
    const pdf = await PDFDocument.create();
    pdf.addPage([595, 842]).drawText('Tenant: {{signature:1}}', { x: 58, y: 600, size: 12 });
    const base64 = Buffer.from(await pdf.save()).toString('base64');
    const body = { file: { name: 'berth.pdf', base64 }, recipients: [grace] };
    const sent = await ada.post<SentDocumentView>(path, body);
    expect([sent.status, sent.body.title]).toEqual([201, 'berth']);
    expect(sent.body.recipients[0]!.fields.map(({ type }) => type)).toContain('signature');
  });

  test('a check returns what would be sent, and stores neither rows nor files', async () => {
    await office.settled();
    const before = await everything();
    const other = Buffer.from(sampleLease(2)).toString('base64');
    const body = { ...request, file: { name: 'two.pdf', base64: other } };
    const checked = await ada.post<SendCheckView>(`${path}?check=true`, body);
    expect(checked).toMatchObject({ status: 200, body: { title: terms.title, pageCount: 2 } });
    expect(JSON.stringify(checked.body)).not.toMatch(/"id"/);
    await office.settled();
    expect(await everything()).toEqual(before);
  });

  test('repeating a request returns the same response, and the same key with another file is refused', async () => {
    const headers = { 'idempotency-key': 'berth-17' };
    const forms = [form(request), form(request)].map(({ body, headers: type }) => ({
      body,
      headers: { ...headers, ...type },
    }));
    const send = (one: object) => ada.ask<SentDocumentView>(path, { method: 'POST', ...one });
    const answers = await Promise.all(forms.map(send));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const other = form(request, 'lease.pdf', sampleLease(3));
    expect(await send({ ...other, headers: { ...headers, ...other.headers } })).toMatchObject({
      status: 422,
      body: { code: 'idempotency-key-reused' },
    });
  });

  const change = (more: object) => ({ ...request, file, recipients: [{ ...people[0], ...more }, people[1]] });
  const refusals: [string, () => object, code: string, detail: RegExp][] = [
    [
      'no recipient',
      () => ({ ...request, values: {}, recipients: [], file }),
      'recipients-missing',
      /recipient/,
    ],
    ['an unknown label', () => change({ values: { Deposit: 5 } }), 'field-name-unknown', /‘Deposit’.*‘Rent’/],
    [
      'a label of another recipient',
      () => change({ values: { Note: 'x' } }),
      'field-name-unknown',
      /‘Note’.*‘Rent’/,
    ],
    ['an ambiguous number', () => change({ values: { Rent: '1,234' } }), 'field-value-invalid', /‘1,234’/],
    ['a value over its limit', () => change({ values: { Rent: 5001 } }), 'field-value-invalid', /5000/],
    ['a duplicate recipient', () => change({ ...linus, role: 'approver' }), 'duplicate-recipient', /linus/],
    [
      'an unknown key',
      () => ({ ...change({}), sendEmail: false }),
      'request-malformed',
      /‘sendEmail’. Known keys/,
    ],
    [
      'an unknown property of a field',
      () => change({ fields: [{ ...box(0), type: 'signature', signer: 1 }] }),
      'request-malformed',
      /‘signer’/,
    ],
    [
      'a field outside the page',
      () => change({ fields: [{ ...box(0), type: 'signature', page: 2 }], values: {} }),
      'field-off-page',
      /Page 2/,
    ],
    [
      'overlapping fields',
      () =>
        change({
          fields: [
            { ...box(0), type: 'signature' },
            { ...box(0), type: 'text' },
          ],
          values: {},
        }),
      'field-overlap',
      /overlap/,
    ],
    [
      'a file that is not a PDF',
      () => ({ ...request, file: { name: 'a.pdf', base64: 'aGVsbG8=' } }),
      'upload-wrong-type',
      /./,
    ],
    [
      'text that is not base64',
      () => ({ ...request, file: { name: 'a.pdf', base64: 'a b' } }),
      'request-malformed',
      /base64/,
    ],
    ['an unknown folder', () => ({ ...change({}), folderId: 'none' }), 'not-found', /Folder/],
    ['an expiry out of range', () => ({ ...change({}), expirationDays: 0 }), 'expiration-invalid', /365/],
  ];
  test.each(refusals)('%s is refused, and nothing is left behind', async (_, body, code, detail) => {
    await office.settled();
    const before = await everything();
    for (const query of ['', '?check=true']) {
      const answer = await ada.post<{ code: string; detail: string }>(path + query, body());
      expect(answer.body.code, answer.body.detail).toBe(code);
      expect(answer.body.detail).toMatch(detail);
    }
    await office.settled();
    expect(await everything()).toEqual(before);
  });

  test('the deletion of files from refused requests and checks is queued', async () => {
    const body = {
      ...request,
      file: { name: 'five.pdf', base64: Buffer.from(sampleLease(5)).toString('base64') },
    };
    expect((await ada.post(`${path}?check=true`, body)).status).toBe(200);
    expect((await ada.post(path, { ...body, values: { Deposit: 1 } })).status).toBe(422);
    const original = createHash('sha256').update(sampleLease(5)).digest('hex');
    const { rows } = await sql`
      SELECT id FROM pgboss.job WHERE name = 'release-files' AND data->'files' ? ${original}`.execute(
      database.ownerDb,
    );
    expect(rows).toHaveLength(2);
  });

  test.each([
    ['a label', { label: 'a'.repeat(11_000_000) }],
    ['a value', { label: 'Note', properties: { value: 'a'.repeat(11_000_000) } }],
    [
      'an invisible value',
      { label: 'Note', properties: { value: '\u034f'.repeat(5_800_000), readOnly: true } },
    ],
  ])('%s as large as the maximum body is refused without a server error', async (_, field) => {
    const recipients = [{ ...grace, fields: [{ ...box(0), type: 'text', ...field }] }];
    const answer = await ada.post<{ code: string }>(`${path}?check=true`, { file, recipients });
    expect([400, 409, 422], answer.body.code).toContain(answer.status);
  });

  test('a form without a readable request is refused', async () => {
    for (const text of ['', 'not json', '{"__proto__": {}}', '[]']) {
      const sent = multipartForm([{ name: 'lease.pdf', bytes }], { request: text });
      expect(await ada.ask(path, { method: 'POST', ...sent })).toMatchObject({
        status: 400,
        body: { code: 'request-malformed' },
      });
    }
  });

  test('the rules for plan, scopes, test mode and permissions are those for uploading and sending', async () => {
    const free = await office.desk({ plan: 'free', email: 'free@harbour.example' });
    const alone = { file, recipients: [people[0]] };
    for (let count = 0; count < 3; count += 1) expect((await free.post(path, alone)).status).toBe(201);
    expect((await free.post(path, alone)).body).toMatchObject({ code: 'plan-limit-documents' });
    for (const scope of ['documents:send', 'documents:write'] as const)
      expect((await (await program([scope])).post(path, alone)).body).toMatchObject({
        code: 'insufficient-scope',
      });
    const tester = await program(['documents:send', 'documents:write'], 'test');
    await office.settled();
    expect(await tester.post(path, { ...request, file })).toMatchObject({
      status: 201,
      body: { title: `TEST: ${terms.title}`, subject: 'TEST: Please sign', test: true },
    });
    const viewer = await office.colleague(ada, { role: 'viewer', email: 'v@harbour.example' });
    expect((await viewer.post(path, alone)).body).toMatchObject({ code: 'not-permitted' });
    const unconfirmed = await office.desk({ confirmed: false, email: 'u@harbour.example' });
    expect((await unconfirmed.post(path, alone)).body).toMatchObject({ code: 'address-not-confirmed' });
  });
});
