import { beforeAll, expect, test } from 'vitest';
import type { UserUsage } from '#contract/accounts/account.ts';
import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import type { SendCheckView, SentDocumentView } from '#contract/documents/one-call.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import type { Scope } from '#core/permission/scope.ts';
import { grace, hana, linus } from '#testing/cast.ts';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { leaseTemplate } from '#testing/documents/lease-template.ts';
import { everyRow } from '#testing/every-row.ts';
import { longTest } from '#testing/long-test.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

const values = {
  Rent: 1250.5,
  start: '1 December 2026',
  Term: '2 years',
  Parking: true,
  Payment: 'yearly',
  Reference: 'B-17',
};
const people = [
  { role: 'Tenant', ...grace, values: { Company: 'Harbour & Sons' } },
  { role: ' landlord ', ...linus, values: { Company: 'Okafor Ltd' } },
];
const formats = { timeZone: 'Europe/London', dateFormat: 'd MMMM yyyy', numberFormat: '1.234,56' };
const request = {
  title: 'Lease, berth 17',
  subject: 'Please sign the lease',
  message: 'Thank you.',
  expirationDays: 14,
  reminders: { everyDays: 3, most: 2 },
  allowDelegation: true,
  formats,
  recipients: people,
  values,
};

describeOnEveryDatabase('a template sent in one request', (open) => {
  let office: Office;
  let ada: Desk;
  let template: TemplateDetail;
  let path: string;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
    template = await leaseTemplate(ada);
    path = `/api/templates/${template.id}/send`;
    await office.settled();
  }, 60_000);

  const mails = () => office.post.mails.length;
  const idOf = (label: string, role: string) => {
    const roleId = template.roles.find(({ name }) => name === role)?.id;
    return template.signatureFields.find((field) => field.label === label && field.roleId === roleId)!.id;
  };
  const program = async (scopes: readonly Scope[], mode: 'live' | 'test' = 'live') => {
    const key = await ada.post<NewKeyAnswer>('/api/keys', { name: 'Payroll', mode, scopes });
    return ada.program(key.body.secret);
  };

  test('a template is sent with roles by name and values by label, and the values are sealed', async () => {
    const { status, body } = await ada.post<SentDocumentView>(path, request);
    expect([status, body]).toMatchObject([201, { title: 'Lease, berth 17', status: 'sent', test: false }]);
    expect(body).toMatchObject({ signingOrder: 'sequential', subject: request.subject, formats });
    expect(body.recipients).toMatchObject([
      { ...grace, role: 'signer', templateRole: 'Tenant', order: 1, awaited: true },
      { ...linus, role: 'signer', templateRole: 'Landlord', order: 2, awaited: false },
    ]);
    const shown = body.recipients.map(({ fields }) =>
      Object.fromEntries(
        fields.map(({ label, type, value, printed }) => [label || type, value && (printed ?? value)]),
      ),
    );
    expect(shown).toEqual([
      {
        signature: null,
        Company: 'Harbour & Sons',
        Rent: '1.250,5',
        Start: '1 December 2026',
        Term: '2 years',
        Parking: 'true',
        radio: 'true',
      },
      { Seal: null, Company: 'Okafor Ltd', Reference: 'B-17' },
    ]);
    const stored = await ada.read(body.id);
    expect(stored).toMatchObject({ status: 'sent', expirationDays: 14, reminders: request.reminders });
    expect(stored.recipients.map(({ id }) => id)).toEqual(body.recipients.map(({ id }) => id));
    await office.settled();
    expect(office.post.to(grace.email).at(-1)?.subject).toContain(request.subject);
    expect((await ada.signer(grace.email).sign({ fields: [] })).status).toBe(200);
    await office.settled();
    expect((await ada.signer(linus.email).sign({ fields: [] })).status).toBe(200);
    await office.settled();
    expect((await ada.read(body.id)).status).toBe('completed');
    const evidence = await ada.ask(`/api/documents/${body.id}/evidence`);
    for (const value of ['1.250,5', '1 December 2026', 'Harbour & Sons', 'Okafor Ltd', 'B-17'])
      expect(JSON.stringify(evidence.body)).toContain(value);
  });

  test('a check returns what would be sent, and changes nothing', async () => {
    const before = [await everyRow(office.ports.database.db), mails()];
    const checked = await ada.ask<SendCheckView>(`${path}?check=true`, {
      method: 'POST',
      body: request,
      headers: { 'idempotency-key': 'lease-17' },
    });
    await office.settled();
    expect([await everyRow(office.ports.database.db), mails()]).toEqual(before);
    expect(checked.status).toBe(200);
    expect(JSON.stringify(checked.body)).not.toMatch(/"id"/);
    const sent = await ada.ask<SentDocumentView>(path, {
      method: 'POST',
      body: request,
      headers: { 'idempotency-key': 'lease-17' },
    });
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({ ...checked.body, expirationDate: expect.any(String) });
  });

  longTest('a repeated request gets the same response, even if the plan has no document left', async () => {
    const free = await office.desk({ plan: 'free', email: 'free@harbour.example' });
    const its = await leaseTemplate(free);
    const once = { method: 'POST' as const, body: request, headers: { 'idempotency-key': 'once' } };
    const send = () => free.ask<SentDocumentView>(`/api/templates/${its.id}/send`, once);
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    while ((await free.post(`/api/templates/${its.id}/send`, request)).status === 201);
    expect((await free.post(`/api/templates/${its.id}/send`, request)).body).toMatchObject({
      code: 'plan-limit-documents',
    });
    expect((await send()).body.id).toBe(answers[0].body.id);
    expect(await send()).toMatchObject({ status: 201 });
  });

  type Change = Record<string, unknown>;
  const tenant = (change: Change) => ({ ...request, recipients: [{ ...people[0], ...change }, people[1]] });
  const refusals: [string, () => Change, code: string, detail: RegExp][] = [
    [
      'an unknown label',
      () => ({ ...request, values: { Rnt: 5 } }),
      'field-name-unknown',
      /‘Rnt’.*‘Company’, ‘Rent’, ‘Start’/,
    ],
    [
      'an ambiguous label',
      () => ({ ...request, values: { Company: 'A' } }),
      'field-name-ambiguous',
      /2 fields are called ‘Company’.*by its id/,
    ],
    [
      'a label of another recipient’s field',
      () => tenant({ values: { Reference: 'B-2' } }),
      'field-name-unknown',
      /‘Reference’.*‘Company’, ‘Rent’/,
    ],
    [
      'two values for a field',
      () => ({ ...request, values: { Rent: 5, RENT: 6 } }),
      'field-name-ambiguous',
      /two values/,
    ],
    [
      'an ambiguous number',
      () => ({ ...request, values: { Rent: '1.234' } }),
      'field-value-invalid',
      /‘Rent’ on page 1: ‘1.234’ could be 1234 or 1.2340/,
    ],
    [
      'a number beyond its limit',
      () => ({ ...request, values: { Rent: 5001 } }),
      'field-value-invalid',
      /5000/,
    ],
    [
      'an ambiguous date',
      () => ({ ...request, values: { Start: '03/04/2026' } }),
      'field-value-invalid',
      /2026-04-03 or 2026-03-04/,
    ],
    [
      'an unknown choice',
      () => ({ ...request, values: { Term: '3 years' } }),
      'field-value-invalid',
      /‘3 years’/,
    ],
    [
      'an unknown button',
      () => ({ ...request, values: { Payment: 'Weekly' } }),
      'field-value-invalid',
      /‘Monthly’, ‘Yearly’/,
    ],
    [
      'text in a checkbox',
      () => ({ ...request, values: { Parking: 'yes' } }),
      'field-value-invalid',
      /true or false/,
    ],
    [
      'a signature',
      () => ({ ...request, values: { Seal: 'Linus' } }),
      'field-value-invalid',
      /when its recipient signs/,
    ],
    [
      'an unknown role',
      () => tenant({ role: 'Tenent' }),
      'role-name-unknown',
      /‘Tenent’.*‘Tenant’, ‘Landlord’/,
    ],
    ['no role', () => tenant({ role: undefined }), 'template-roles-mismatch', /‘Tenant’, ‘Landlord’/],
    ['a duplicate role', () => tenant({ role: 'Landlord' }), 'template-roles-mismatch', /role ‘Landlord’/],
    [
      'a missing person',
      () => ({ ...request, recipients: [people[0]] }),
      'template-roles-mismatch',
      /Landlord/,
    ],
    ['a duplicate address', () => tenant({ email: linus.email }), 'duplicate-recipient', /linus/],
    ['an invalid address', () => tenant({ email: 'grace' }), 'recipient-address-invalid', /Tenant/],
    [
      'an unknown key',
      () => ({ ...request, value: {} }),
      'request-malformed',
      /unknown key ‘value’. Did you mean ‘values’\?/,
    ],
    [
      'an unknown property of a person',
      () => tenant({ adress: 'x' }),
      'request-malformed',
      /recipients\.0.*‘adress’/,
    ],
    ['an unknown folder', () => ({ ...request, folderId: template.id }), 'not-found', /Folder/],
    ['an expiry out of range', () => ({ ...request, expirationDays: 400 }), 'expiration-invalid', /365/],
    [
      'a value that does not fit',
      () => tenant({ values: { Company: 'W'.repeat(300) } }),
      'field-incomplete',
      /does not fit/,
    ],
    [
      'order numbers that contradict the order',
      () => ({
        ...tenant({ order: 2 }),
        signingOrder: 'parallel',
        recipients: [
          { ...people[0], order: 2 },
          { ...people[1], order: 1 },
        ],
      }),
      'signing-order-invalid',
      /order/,
    ],
  ];
  test.each(refusals)('%s is refused, and nothing is left behind', async (_, body, code, detail) => {
    await office.settled();
    const before = [await everyRow(office.ports.database.db), mails()];
    for (const query of ['', '?check=true']) {
      const answer = await ada.post<{ code: string; detail: string }>(`${path}${query}`, body());
      expect(answer.body.code, answer.body.detail).toBe(code);
      expect(answer.body.detail).toMatch(detail);
    }
    await office.settled();
    expect([await everyRow(office.ports.database.db), mails()]).toEqual(before);
  });

  test('a value for a field id is set only in that field', async () => {
    const body = {
      recipients: [
        { role: 'Tenant', ...grace },
        { role: 'Landlord', ...linus },
      ],
      values: { [idOf('Company', 'Landlord')]: 'Okafor Ltd' },
    };
    const sent = await ada.post<SentDocumentView>(path, body);
    const companies = sent.body.recipients.map(
      ({ fields }) => fields.find(({ label }) => label === 'Company')?.value,
    );
    expect([sent.status, companies]).toEqual([201, [null, 'Okafor Ltd']]);
  });

  test('Ada can be a recipient herself', async () => {
    const email = 'ada@harbour.example';
    const recipients = [{ ...people[0], email, name: 'Ada Moreau' }, people[1]];
    expect((await ada.post(path, { ...request, recipients })).status).toBe(201);
  });

  test('using the template stores the same values and settings in the draft, and refuses unknown ones', async () => {
    const used = await ada.post<{ id: string }>(`/api/templates/${template.id}/use`, request);
    expect(used.status).toBe(201);
    const draft = await ada.read(used.body.id);
    expect(draft).toMatchObject({
      status: 'draft',
      subject: request.subject,
      message: request.message,
      expirationDays: 14,
      reminders: request.reminders,
      allowDelegation: true,
      formats,
    });
    const set = draft.signatureFields.map(({ properties }) => properties?.value).filter(Boolean);
    expect(set).toEqual([
      'Harbour & Sons',
      '1250.5',
      '2026-12-01',
      '2 years',
      'true',
      'true',
      'Okafor Ltd',
      'B-17',
    ]);
    const usage = async () => (await ada.ask<UserUsage>('/api/user/usage')).body.documentsUsed;
    const [count, before] = [await usage(), (await ada.ask<DocumentDetail[]>('/api/documents')).body.length];
    for (const [code, body] of [
      ['field-name-unknown', { ...request, values: { Rnt: 5 } }],
      ['request-malformed', { ...request, prefill: { Rent: 5 } }],
      ['role-name-unknown', tenant({ role: 'Tenent' })],
    ] as const)
      expect((await ada.post(`/api/templates/${template.id}/use`, body)).body).toMatchObject({ code });
    expect(await usage()).toBe(count);
    expect((await ada.ask<DocumentDetail[]>('/api/documents')).body).toHaveLength(before);
  });

  longTest(
    'a key needs the scopes for creating and sending, and a test key sends a test document',
    async () => {
      const body = { ...request, recipients: people.map((one) => ({ ...one, role: one.role.trim() })) };
      for (const scope of ['documents:send', 'documents:write'] as const)
        expect((await (await program([scope])).post(path, body)).body).toMatchObject({
          code: 'insufficient-scope',
        });
      const both = await program(['documents:send', 'documents:write']);
      expect((await both.post(path, body)).status).toBe(201);
      const tester = await program(['documents:send', 'documents:write', 'documents:read'], 'test');
      const sent = await tester.post<SentDocumentView>(path, body);
      expect(sent).toMatchObject({
        status: 201,
        body: { title: 'TEST: Lease, berth 17', subject: `TEST: ${request.subject}`, test: true },
      });
    },
  );

  test('Mallory and a viewer cannot send the template', async () => {
    const mallory = await office.desk({ firstName: 'M', email: 'mallory@elsewhere.example' });
    const viewer = await office.colleague(ada, { role: 'viewer', ...hana });
    await office.settled();
    const before = await everyRow(office.ports.database.db);
    for (const query of ['', '?check=true']) {
      expect((await mallory.post(path + query, request)).body).toMatchObject({ code: 'not-found' });
      expect((await viewer.post(path + query, request)).body).toMatchObject({ code: 'not-permitted' });
    }
    expect(await everyRow(office.ports.database.db)).toEqual(before);
  });
});
