import { beforeAll, describe, expect, test } from 'vitest';
import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import type { ProposalView } from '#contract/documents/proposals.ts';
import { scopes, type Scope } from '#core/permission/scope.ts';
import { grace, linus } from '#testing/cast.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { makeDocx } from '#testing/docx/make-docx.ts';
import { leaseTemplate } from '#testing/documents/lease-template.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { openAssistant, type AssistantCall } from '#testing/open-assistant.ts';
import { roomy, openOffice, type Office } from '#testing/open-office.ts';

let office: Office;
let ada: Desk;
beforeAll(async () => {
  // A rate limit that does not refill during the test.
  const key = { ...roomy.key, withinSeconds: 86_400 };
  office = await openOffice(await openOneDatabase(), { callLimits: { ...roomy, key } });
  ada = await office.desk();
}, 60_000);

const keyOf = async (of: readonly Scope[], mode: 'live' | 'test' = 'live', desk = ada): Promise<string> => {
  const body = { name: 'Assistant', mode, scopes: of };
  return (await desk.post<NewKeyAnswer>('/api/keys', body)).body.secret;
};

const assistant = (key: string) => openAssistant(office, key);
type Call = AssistantCall;

type Draft = { id: string; status: string; recipients: { email: string; fields: unknown[] }[] };
type Proposed = { id: string; url: string; state: string };
const lease = Buffer.from(sampleLease(1)).toString('base64');
const field = { type: 'signature', page: 1, x: 60, y: 200, width: 150, height: 40, email: grace.email };

describe('an assistant', () => {
  test('finds documents, templates and contacts, prepares drafts from a file and a template, and proposes to send', async () => {
    const { call, names } = await assistant(await keyOf(scopes));
    expect(names).toEqual([
      ...['find_documents', 'read_document', 'find_templates', 'find_contacts'],
      ...['draft_from_template', 'propose_from_template', 'draft_from_file', 'propose_from_file'],
      'change_draft',
      ...['propose_sending', 'propose_reminder', 'propose_voiding', 'read_proposal'],
    ]);
    const made = await call<Draft>('draft_from_file', {
      fileName: 'lease.pdf',
      base64: lease,
      title: 'Lease of the quay',
      recipients: [{ ...grace }],
      fields: [field],
    });
    expect(made.body).toMatchObject({ title: 'Lease of the quay', status: 'draft', fieldsOfNobody: 0 });
    expect(made.body.recipients).toMatchObject([{ email: grace.email, fields: [{ type: 'signature' }] }]);
    const changed = await call<Draft>('change_draft', { id: made.body.id, title: 'Lease of the mole' });
    expect(changed.body).toMatchObject({ title: 'Lease of the mole' });
    const found = await call<Draft[]>('find_documents', { q: 'mole', limit: 5 });
    expect(found.body.map(({ id }) => id)).toContain(made.body.id);

    const words = { name: 'Berth', description: 'A berth', documentId: made.body.id };
    await ada.post('/api/templates', words);
    const templates = await call<{ id: string; roles: { roleId: string }[] }[]>('find_templates');
    const [template] = templates.body;
    const used = await call<Draft>('draft_from_template', {
      templateId: template!.id,
      recipients: template!.roles.map(({ roleId }) => ({ roleId, ...linus })),
    });
    expect(used.body.recipients).toMatchObject([{ email: linus.email }]);
    await ada.post('/api/contacts', { ...grace });
    expect((await call('find_contacts', { q: 'grace' })).body).toMatchObject([{ email: grace.email }]);

    const proposed = await call<Proposed>('propose_sending', { documentId: used.body.id, message: 'Hello' });
    expect(proposed.body.url).toBe(`http://127.0.0.1:3000/confirm/${proposed.body.id}`);
    expect((await call('read_proposal', { id: proposed.body.id })).body).toMatchObject({ state: 'open' });
  });

  test('an assistant must decide about the tracked changes in a Word file', async () => {
    const { call } = await assistant(await keyOf(scopes));
    const body = '<w:p><w:ins w:id="1" w:author="Linus"><w:r><w:t>2000</w:t></w:r></w:ins></w:p>';
    const file = { fileName: 'lease.docx', base64: Buffer.from(makeDocx({ body })).toString('base64') };
    const refusal = async (more = {}) => (await call('draft_from_file', { ...file, ...more })).text;
    expect(await refusal()).toMatch(/^tracked-changes-undecided: /);
    // This server has no converter, so this error means that the decision was accepted.
    expect(await refusal({ trackedChanges: 'accept' })).toMatch(/^conversion-unavailable: /);
  });

  describe('signing order', () => {
    const signs = (email: string, y: number) => ({ ...field, email, y });
    const file = {
      fileName: 'lease.pdf',
      base64: lease,
      recipients: [
        { ...grace, order: 2 },
        { ...linus, order: 1 },
      ],
      fields: [signs(grace.email, 200), signs(linus.email, 300)],
    };
    /**
     * Has Ada confirm the assistant's proposal to send. Returns the signing order that she saw, and who was
     * invited immediately.
     */
    async function confirmed(call: Call, documentId: string): Promise<[string, string[]]> {
      const { body: proposed } = await call<Proposed>('propose_sending', { documentId });
      const { body: seen } = await ada.ask<ProposalView>(`/api/proposals/${proposed.id}`);
      office.post.mails.length = 0;
      const { fingerprint } = seen;
      expect((await ada.post(`/api/proposals/${proposed.id}/confirm`, { fingerprint })).status).toBe(200);
      await office.settled();
      const asked = [grace, linus].map(({ email }) => email).filter((one) => office.post.to(one).length > 0);
      return [seen.document.signingOrder, asked];
    }

    test('with a sequence, only the first recipient is invited when Ada confirms', async () => {
      const { call } = await assistant(await keyOf(scopes));
      const { body: made } = await call<Draft>('draft_from_file', file);
      expect(made).toMatchObject({ signingOrder: 'sequential' });
      expect(await confirmed(call, made.id)).toEqual(['sequential', [linus.email]]);
    });

    test('without a sequence, or once it is removed, all are invited at the same time', async () => {
      const { call } = await assistant(await keyOf(scopes));
      const recipients = [{ ...grace }, { ...linus }];
      const { body: atOnce } = await call<Draft>('draft_from_file', { ...file, recipients });
      expect(await confirmed(call, atOnce.id)).toEqual(['parallel', [grace.email, linus.email]]);
      const { body: made } = await call<Draft>('draft_from_file', file);
      await call('change_draft', { id: made.id, recipients });
      expect(await confirmed(call, made.id)).toEqual(['parallel', [grace.email, linus.email]]);
    });

    test('the template’s order applies unless the assistant asks to invite all at the same time', async () => {
      const { call } = await assistant(await keyOf(scopes));
      const { body: made } = await call<Draft>('draft_from_file', file);
      const words = { name: 'Mooring', description: 'A mooring', documentId: made.id };
      await ada.post('/api/templates', words);
      type Role = { roleId: string; order: number };
      const found = await call<{ id: string; name: string; roles: Role[] }[]>('find_templates');
      const { id: templateId, roles } = found.body.find(({ name }) => name === words.name)!;
      expect(roles.map(({ order }) => order)).toEqual([2, 1]);
      const recipients = roles.map(({ roleId }, at) => ({ roleId, ...[grace, linus][at] }));
      const use = { templateId, recipients };
      const { body: inTurn } = await call<Draft>('draft_from_template', use);
      expect(await confirmed(call, inTurn.id)).toEqual(['sequential', [linus.email]]);
      const atOnce = await call<Draft>('draft_from_template', { ...use, signingOrder: 'parallel' });
      expect(await confirmed(call, atOnce.body.id)).toEqual(['parallel', [grace.email, linus.email]]);
    });
  });

  test('an assistant that follows Mallory’s prompt has every scope, but no tool that sends email', async () => {
    const { call, names } = await assistant(await keyOf(scopes));
    const draft = await ada.prepare(sampleLease(1), [{ ...grace, role: 'signer' }]);
    const out = await ada.sent(sampleLease(1), [{ ...grace, role: 'signer' }]);
    const mails = office.post.mails.length;
    const tries: Record<string, Record<string, unknown>> = {
      propose_sending: { documentId: draft.id },
      propose_reminder: { documentId: out.id },
      propose_voiding: { documentId: out.id, reason: 'Mallory says so' },
      change_draft: { id: draft.id, title: 'Urgent', recipients: [{ ...linus }] },
    };
    for (const [name, args] of Object.entries(tries)) expect((await call(name, args)).isError).toBe(false);
    for (const name of names.filter((one) => !(one in tries))) await call(name, { id: out.id });
    for (const name of ['confirm_proposal', 'send_document', 'sendDocument'])
      await call(name, { documentId: draft.id }).catch(() => undefined);
    await office.settled();
    expect(office.post.mails.length).toBe(mails);
    expect([(await ada.read(draft.id)).status, (await ada.read(out.id)).status]).toEqual(['draft', 'sent']);
  });

  test('each message in a batch counts toward the rate limit', async () => {
    const key = await keyOf(['documents:read']);
    const call = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'find_documents', arguments: { limit: 1 } },
    });
    const left = async (messages: number): Promise<number> => {
      const answer = await office.product.app.inject({
        method: 'POST',
        url: '/mcp',
        payload: Array.from({ length: messages }, (_, at) => call(at + 1)),
        headers: {
          authorization: `Bearer ${key}`,
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-03-26',
        },
      });
      expect(answer.statusCode).toBe(200);
      return Number(/r=(\d+)/.exec(String(answer.headers['ratelimit']))![1]);
    };
    const first = await left(1);
    expect(await left(20)).toBe(first - 20);
  });

  test('an assistant has exactly the rights of its key', async () => {
    const reader = await assistant(await keyOf(['documents:read']));
    const refused = await reader.call('draft_from_file', { fileName: 'lease.pdf', base64: lease });
    expect(refused).toMatchObject({ isError: true });
    expect(refused.text).toContain('documents:write');
    expect((await reader.call('find_contacts')).text).toContain('contacts:read');
    const tester = await assistant(await keyOf(scopes, 'test'));
    const made = await tester.call<Draft>('draft_from_file', { fileName: 'lease.pdf', base64: lease });
    expect(made.body).toMatchObject({ test: true });
    const real = await ada.upload(sampleLease(1));
    expect((await tester.call('read_document', { id: real.body.id })).text).toContain('not-found');
    const mallory = await office.desk({ email: 'mallory@elsewhere.example' });
    const other = await assistant(await keyOf(scopes, 'live', mallory));
    expect((await other.call('read_document', { id: real.body.id })).text).toContain('not-found');
  });

  longTest('proposes a template with roles by name and values by label in one call', async () => {
    const { call } = await assistant(await keyOf(scopes));
    const template = await leaseTemplate(ada);
    const people = [
      { role: 'Tenant', ...grace, values: { Company: 'Harbour & Sons' } },
      { role: 'Landlord', ...linus },
    ];
    const found = await call<{ id: string; fields: { label: string }[] }[]>('find_templates');
    expect(found.body.find(({ id }) => id === template.id)?.fields).toContainEqual(
      expect.objectContaining({ label: 'Rent', type: 'number' }),
    );
    const given = {
      templateId: template.id,
      recipients: people,
      values: { Rent: 1250.5 },
      expirationDays: 9,
    };
    const proposed = await call<Proposed>('propose_from_template', given);
    expect(proposed.body).toMatchObject({ state: 'open', document: { status: 'draft' } });
    const { body: seen } = await ada.ask<ProposalView>(`/api/proposals/${proposed.body.id}`);
    expect(seen).toMatchObject({ expirationDays: 9, document: { signingOrder: 'sequential' } });
    const confirmed = await ada.post(`/api/proposals/${proposed.body.id}/confirm`, {
      fingerprint: seen.fingerprint,
    });
    expect(confirmed.status).toBe(200);
    const sent = await ada.read(seen.document.id);
    const values = sent.signatureFields.map(({ properties }) => properties?.value).filter(Boolean);
    expect([sent.status, values]).toEqual(['sent', ['Harbour & Sons', '1250.5', 'B-1']]);

    const drafts = async () => (await ada.ask<unknown[]>('/api/documents?status=draft')).body.length;
    const before = await drafts();
    for (const [code, wrong] of [
      ['field-name-unknown', { values: { Rnt: 5 } }],
      ['role-name-unknown', { recipients: [{ ...people[0], role: 'Tenent' }, people[1]] }],
      ['unknown key', { prefill: { Rent: 5 } }],
      ['unknown key', { recipients: [{ ...people[0], accessCode: '1234' }, people[1]] }],
    ] as const)
      expect((await call('propose_from_template', { ...given, ...wrong })).text).toContain(code);
    expect(await drafts()).toBe(before);
  });

  test('proposes a file with fields and values in one call', async () => {
    const { call } = await assistant(await keyOf(scopes));
    const rent = { ...field, type: 'number', label: 'Rent', y: 300, value: 1250 };
    const given = { fileName: 'lease.pdf', base64: lease, recipients: [{ ...grace }], fields: [field, rent] };
    const proposed = await call<Proposed>('propose_from_file', { ...given, message: 'Hello' });
    const { body: seen } = await ada.ask<ProposalView>(`/api/proposals/${proposed.body.id}`);
    expect([seen.message, seen.document.signatureFields[1]?.properties?.value]).toEqual(['Hello', '1250']);
  });

  test('sets external IDs and metadata, and finds documents and templates by them', async () => {
    const { call } = await assistant(await keyOf(scopes));
    const metadata = { department: 'HR' };
    const reference = { externalId: 'hr-17', metadata };
    const file = { fileName: 'lease.pdf', base64: lease, recipients: [grace] };
    const made = await call<Draft>('draft_from_file', { ...file, ...reference, uniqueExternalId: true });
    expect(made.body).toMatchObject(reference);
    const twice = await call('draft_from_file', { ...file, ...reference, uniqueExternalId: true });
    expect(twice.text).toMatch(/^external-id-taken: /);
    const changed = await call<Draft>('change_draft', { id: made.body.id, metadata: { department: 'IT' } });
    expect(changed.body).toMatchObject({ externalId: 'hr-17', metadata: { department: 'IT' } });
    const words = { name: 'Mooring', description: 'A mooring', documentId: made.body.id, externalId: 't-17' };
    expect((await ada.post('/api/templates', words)).status).toBe(201);
    const found = await call<{ id: string }[]>('find_templates', { externalId: 't-17' });
    const used = await call<Draft>('draft_from_template', {
      templateId: found.body[0]!.id,
      recipients: [linus],
      ...reference,
    });
    expect(used.body).toMatchObject(reference);
    const listed = await call<{ id: string }[]>('find_documents', { metadata });
    expect(listed.body).toMatchObject([{ id: used.body.id, ...reference }]);
  });

  test('a refused request leaves no draft and counts no document', async () => {
    const desk = await office.desk({ email: 'ursula@harbour.example', plan: 'business' });
    const { call } = await assistant(await keyOf(scopes, 'live', desk));
    const writer = await assistant(await keyOf(['documents:write'], 'live', desk));
    const { id: documentId } = await desk.prepare(sampleLease(1), [{ ...grace, role: 'signer' }]);
    const words = { name: 'Berth', description: 'A berth', documentId };
    await desk.post('/api/templates', words);
    const [template] = (await call<{ id: string; roles: { roleId: string }[] }[]>('find_templates')).body;
    const { db } = office.ports.database;
    const left = async () => {
      const rows = db.selectFrom('documents').select('id').where('account_id', '=', desk.accountId);
      const month = db.selectFrom('monthly_usage').select('documents');
      const used = await month.where('account_id', '=', desk.accountId).execute();
      return [(await rows.where('purged_at', 'is', null).execute()).length, used];
    };
    const before = await left();
    const file = { fileName: 'lease.pdf', base64: lease, recipients: [{ ...grace }] };
    for (const [wrong, code] of [
      [{ fields: [{ ...field, page: 9 }] }, 'field-off-page'],
      [{ fields: [{ ...field, email: linus.email }] }, 'field-recipient-unknown'],
      [{ recipients: [{ ...grace, email: 'grace' }] }, 'recipient-address-invalid'],
    ] as const)
      expect((await call('draft_from_file', { ...file, ...wrong })).text).toContain(code);
    expect((await writer.call('draft_from_file', file)).text).toContain('documents:read');
    const people = template!.roles.map(({ roleId }) => ({ roleId, ...linus }));
    const use = { templateId: template!.id, recipients: people };
    expect((await writer.call('draft_from_template', use)).text).toContain('documents:read');
    expect(await left()).toEqual(before);
  });

  test('an assistant must use a key instead of a cookie, and has no tools on a plan without the API', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const ask = (headers: Record<string, string>) =>
      office.product.app.inject({ method: 'POST', url: '/mcp', headers, payload: body });
    for (const headers of [{}, { cookie: ada.cookie }] as Record<string, string>[]) {
      const answer = await ask({ ...headers, 'sec-fetch-site': 'same-origin' });
      expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([
        401,
        expect.stringContaining(
          'resource_metadata="http://127.0.0.1:3000/.well-known/oauth-protected-resource/mcp"',
        ),
      ]);
    }
    expect((await ask({ authorization: 'Bearer csk_live_no' })).statusCode).toBe(401);
    expect((await office.product.app.inject('/mcp')).statusCode).toBe(405);
    const free = await office.desk({ email: 'free@harbour.example' });
    const key = await keyOf(scopes, 'live', free);
    await office.product.services.db
      .updateTable('accounts')
      .set({ plan: 'free' })
      .where('id', '=', free.accountId)
      .execute();
    const answer = await ask({ authorization: `Bearer ${key}` });
    expect(answer.json()).toMatchObject({ code: 'plan-without-api' });
  });
});
