import { beforeAll, expect, test } from 'vitest';
import type { UserUsage } from '#contract/accounts/account.ts';
import type { DocumentDetail, RecipientInput } from '#contract/documents/documents.ts';
import type { TemplateDetail, TemplateSummary, TemplateView } from '#contract/documents/templates.ts';
import { grace, hana, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { longTest } from '#testing/long-test.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { newId } from '../../foundation/db/new-id.ts';

const words = { name: 'Berth lease', description: 'One berth for one year', category: 'Legal' };
const signers: RecipientInput[] = [
  { ...grace, order: 1 },
  { ...linus, order: 2 },
];
const none = newId(0);

describeOnOneDatabase('templates', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open());
  });

  test('a document becomes a template without its people, and the template becomes a document with other people', async () => {
    const ada = await office.desk();
    const document = await ada.prepare(sampleLease(2), signers);
    const { status, body: template } = await create(ada, { ...words, documentId: document.id });
    expect(status).toBe(201);
    expect(template).toMatchObject({ ...words, pageCount: 2, firstPage: document.pages[0] });
    expect(template.roles.map(({ name, role, order }) => [name, role, order])).toEqual([
      ['Signer 1', 'signer', 1],
      ['Signer 2', 'signer', 2],
    ]);
    expect(template.signatureFields.map(placeOf)).toEqual(document.signatureFields.map(placeOf));
    expect(template.signatureFields.map(({ roleId }) => roleId)).toEqual(template.roles.map(({ id }) => id));
    expect(JSON.stringify(template)).not.toMatch(/grace|linus/i);
    const documents = { draft: 0, pending: 0, completed: 0, ended: 0, lastSentAt: null };
    expect((await ada.ask<TemplateSummary[]>('/api/templates')).body).toEqual([{ ...template, documents }]);

    const [first, second] = template.roles;
    const made = await use(ada, template, [
      { roleId: second!.id, ...hana },
      { roleId: first!.id, ...linus },
    ]);
    expect(made.status).toBe(201);
    const draft = await ada.read(made.body.id);
    expect(draft).toMatchObject({ title: 'Berth lease', status: 'draft', baseSha256: document.baseSha256 });
    expect(draft.recipients.map(({ email, name, order }) => [email, name, order])).toEqual([
      [linus.email, linus.name, 1],
      [hana.email, hana.name, 2],
    ]);
    expect(draft.signatureFields.map(placeOf)).toEqual(document.signatureFields.map(placeOf));
    expect(draft.signatureFields.map(({ recipientId }) => recipientId)).toEqual(
      draft.recipients.map(({ id }) => id),
    );
    const trail = await ada.ask<{ intact: boolean; events: { type: string; data: object }[] }>(
      `/api/documents/${draft.id}/trail`,
    );
    expect(trail.body).toMatchObject({
      intact: true,
      events: [{ type: 'document_made_from_template', data: { templateId: template.id } }],
    });
  });

  longTest('a document made from a template is sent, signed and sealed like any other', async () => {
    const ada = await office.desk();
    const document = await ada.prepare(sampleLease(1), [grace]);
    const { body: template } = await create(ada, { ...words, documentId: document.id });
    const { body: draft } = await use(ada, template, [{ roleId: template.roles[0]!.id, ...linus }]);
    await ada.delete(`/api/templates/${template.id}`);
    expect((await ada.send(draft.id)).status).toBe(200);
    await office.settled();
    expect((await ada.signer(linus.email).sign()).status).toBe(200);
    await office.settled();
    expect((await ada.read(draft.id)).status).toBe('completed');
    expect((await ada.read(draft.id)).templateId).toBe(template.id);
  });

  test('the list counts the documents made from each template that the member can see', async () => {
    const ada = await office.desk();
    const colleague = await office.colleague(ada, { role: 'member', ...hana });
    const folder = await ada.post<{ id: string }>('/api/folders', { name: 'Mine', private: true });
    const document = await ada.prepare(sampleLease(1), [grace]);
    const { body: template } = await create(ada, { ...words, documentId: document.id });
    await create(ada, { ...words, documentId: document.id });
    const people = [{ roleId: template.roles[0]!.id, ...linus }];
    const drafts = [await use(ada, template, people), await use(ada, template, people)];
    await ada.post('/api/documents/move', { ids: [drafts[0]!.body.id], folderId: folder.body.id });
    const sent = await ada.post(`/api/templates/${template.id}/send`, { recipients: people });
    expect(sent.status).toBe(201);
    const deleted = await use(ada, template, people);
    await ada.delete(`/api/documents/${deleted.body.id}`);
    const counts = async (desk: Desk) =>
      (await desk.ask<TemplateSummary[]>('/api/templates')).body.map(({ documents: counted }) => counted);
    const none = { draft: 0, pending: 0, completed: 0, ended: 0, lastSentAt: null };
    const shared = { draft: 1, pending: 1, completed: 0, ended: 0, lastSentAt: expect.any(String) };
    expect(await counts(ada)).toEqual([none, { ...shared, draft: 2 }]);
    expect(await counts(colleague)).toEqual([none, shared]);
  });

  test('a fixed person gets their role in every document, and copies keep the person', async () => {
    const ada = await office.desk();
    const document = await ada.prepare(sampleLease(1), signers);
    const { body: template } = await create(ada, { ...words, documentId: document.id });
    const path = `/api/templates/${template.id}`;
    const named = template.roles.map((role, at) => ({ ...role, ...(at === 1 && { person: linus }) }));
    const saved = await ada.put<TemplateDetail>(`${path}/roles`, { roles: named });
    expect(saved.body.roles.map(({ person }) => person)).toEqual([null, linus]);
    expect((await ada.put(`${path}/roles`, { roles: saved.body.roles })).body).toMatchObject({
      roles: saved.body.roles,
    });
    const invalid = named.map((role) => ({ ...role, person: { email: 'linus' } }));
    expect(await ada.put(`${path}/roles`, { roles: invalid })).toMatchObject({
      status: 422,
      body: { code: 'recipient-address-invalid' },
    });
    const copy = await ada.post<TemplateView>(`${path}/duplicate`);
    expect(copy.body.roles.map(({ person }) => person)).toEqual([null, linus]);
    const used = await ada.post<{ id: string }>(`${path}/use`, { recipients: [grace] });
    expect((await ada.read(used.body.id)).recipients.map(({ email }) => email)).toEqual([
      grace.email,
      linus.email,
    ]);
    const other = await ada.post<{ id: string }>(`${path}/use`, {
      recipients: [
        { role: 'Signer 1', ...grace },
        { role: 'Signer 2', ...hana },
      ],
    });
    expect((await ada.read(other.body.id)).recipients.map(({ email }) => email)).toEqual([
      grace.email,
      hana.email,
    ]);
    const form = { on: true, visitorRole: template.roles[0]!.id };
    expect((await ada.put(`${path}/form`, form)).status).toBe(200);
    const csv = 'Signer 1 Email\ngrace@harbour.example';
    expect(await ada.post(`${path}/bulk/preview`, { csv })).toMatchObject({ status: 200 });
  });

  test('a file becomes a template with one signer, and no document is created or counted', async () => {
    const { ada } = await start(office, 'free');
    const { status, body } = await uploadTemplate(ada, '/api/templates/upload', words);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...words, fileName: 'lease.pdf', pageCount: 3, signatureFields: [] });
    expect(body.roles).toMatchObject([{ name: 'Signer 1', role: 'signer', order: 1 }]);
    const file = await ada.ask(`/api/templates/${body.id}/file`);
    expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await ada.ask<DocumentDetail[]>('/api/documents')).body).toEqual([]);
    expect(await usage(ada)).toMatchObject({ documentsUsed: 0, templatesUsed: 1, templatesLimit: 5 });
  });

  test('a template without a file cannot be used, and a file can be added once', async () => {
    const { ada } = await start(office);
    const { body: empty } = await create(ada, { name: 'Later', description: 'The file comes' });
    expect(empty).toMatchObject({ category: 'General', pageCount: 0, firstPage: null, fileName: null });
    const people = [{ roleId: empty.roles[0]!.id, ...grace }];
    expect(await use(ada, empty, people)).toMatchObject({
      status: 409,
      body: { code: 'template-without-file' },
    });
    expect((await ada.ask(`/api/templates/${empty.id}/file`)).status).toBe(404);
    const path = `/api/templates/${empty.id}/file`;
    expect(await uploadTemplate(ada, path, {}, 'PUT')).toMatchObject({ status: 200, body: { pageCount: 3 } });
    expect(await uploadTemplate(ada, path, {}, 'PUT')).toMatchObject({
      status: 409,
      body: { code: 'template-has-file' },
    });
    expect((await use(ada, empty, people)).status).toBe(201);
  });

  test('replacing the file keeps the fields, as in a draft', async () => {
    const { ada } = await start(office);
    const document = await ada.prepare(sampleLease(3), [grace], ([id]) =>
      [1, 3].map((page) => ({
        type: 'text',
        page,
        x: 20,
        y: 20,
        width: 90,
        height: 20,
        recipientId: id!,
      })),
    );
    const { body: template } = await create(ada, { ...words, documentId: document.id });
    const { body: draft } = await use(ada, template, [{ roleId: template.roles[0]!.id, ...linus }]);
    const path = `/api/templates/${template.id}`;
    const { revision } = (await ada.ask<TemplateDetail>(path)).body;
    const put = (texts: Record<string, string>) =>
      uploadTemplate(ada, `${path}/file`, texts, 'PUT', sampleLease(2));
    expect(await put({ revision: '1' })).toMatchObject({ status: 409, body: { code: 'revision-outdated' } });
    const asked = await put({ revision: String(revision) });
    expect(asked).toMatchObject({ status: 409, body: { code: 'fields-would-be-removed' } });
    expect(JSON.stringify(asked.body)).toContain('text on page 3');
    const done = await put({ revision: String(revision), confirm: 'true' });
    expect(done).toMatchObject({ status: 200, body: { pageCount: 2 } });
    const after = (await ada.ask<TemplateDetail>(path)).body;
    expect(after.signatureFields).toEqual(template.signatureFields.slice(0, 1));
    expect(after.revision).toBeGreaterThan(revision);
    expect(await ada.read(draft.id)).toMatchObject({ pageCount: 3, baseSha256: document.baseSha256 });
    const { ada: mallory } = await start(office);
    expect(
      (await uploadTemplate(mallory, `${path}/file`, { revision: String(after.revision) }, 'PUT')).status,
    ).toBe(404);
  });

  test('templates can be searched, filtered, changed and copied', async () => {
    const { ada } = await start(office);
    const document = await ada.prepare(sampleLease(1), signers);
    const { body: lease } = await create(ada, { ...words, documentId: document.id });
    await create(ada, { name: '100% offer', description: 'Employment', category: 'HR' });
    const names = async (query: string) =>
      (await ada.ask<TemplateView[]>(`/api/templates?${query}`)).body.map(({ name }) => name);
    expect(await names('')).toEqual(['100% offer', 'Berth lease']);
    expect(await names('q=one%20BERTH')).toEqual(['Berth lease']);
    expect(await names('q=100%25')).toEqual(['100% offer']);
    expect(await names('q=%25')).toEqual(['100% offer']);
    expect(await names('category=Legal')).toEqual(['Berth lease']);
    expect((await ada.ask('/api/templates?category=Poetry')).status).toBe(400);

    const change = { name: 'Mooring', description: 'Two berths', category: 'Finance' };
    const path = `/api/templates/${lease.id}`;
    expect(await ada.put(path, change)).toMatchObject({ status: 200, body: change });
    const copy = await ada.post<TemplateView>(`${path}/duplicate`);
    expect(copy).toMatchObject({ status: 201, body: { ...change, name: 'Mooring (copy)', pageCount: 1 } });
    expect(copy.body.signatureFields.map(placeOf)).toEqual(lease.signatureFields.map(placeOf));
    expect(copy.body.signatureFields.map(({ roleId }) => roleId)).toEqual(
      copy.body.roles.map(({ id }) => id),
    );
  });

  test('name and description must not be blank (§5)', async () => {
    const { ada } = await start(office);
    const { body: template } = await create(ada, words);
    const refused = {
      status: 422,
      body: { code: 'template-incomplete', detail: 'Please fill in all required fields' },
    };
    for (const body of [
      { ...words, name: ' ' },
      { ...words, description: '\n' },
    ]) {
      expect(await create(ada, body)).toMatchObject(refused);
      expect(await ada.put(`/api/templates/${template.id}`, body)).toMatchObject(refused);
      expect(await uploadTemplate(ada, '/api/templates/upload', body)).toMatchObject(refused);
    }
    // The schema requires a name, and the response says that it is missing.
    const { name: _, ...nameless } = words;
    const missing = {
      status: 400,
      body: { code: 'request-malformed', detail: expect.stringMatching(/\bname\b/) },
    };
    expect(await create(ada, nameless)).toMatchObject(missing);
    expect(await uploadTemplate(ada, '/api/templates/upload', nameless)).toMatchObject(missing);
    expect((await create(ada, { ...words, category: 'Poetry' })).status).toBe(400);
    expect(
      (await uploadTemplate(ada, '/api/templates/upload', { ...words, category: 'Poetry' })).status,
    ).toBe(400);
    expect(await usage(ada)).toMatchObject({ templatesUsed: 1 });
  });

  test('the plan limits templates, even for concurrent requests, and deleting one makes room', async () => {
    const { ada } = await start(office, 'free');
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(ada, words)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 403);
    expect(refused).toHaveLength(3);
    expect(refused[0]?.body).toMatchObject({
      code: 'plan-limit-templates',
      detail: expect.stringContaining('includes 5 templates, and you have 5') as string,
    });
    const id = answers.find(({ status }) => status === 201)!.body.id;
    expect((await uploadTemplate(ada, '/api/templates/upload', words)).status).toBe(403);
    expect((await ada.post(`/api/templates/${id}/duplicate`)).status).toBe(403);
    expect(await usage(ada)).toMatchObject({ templatesUsed: 5, templatesLimit: 5 });

    const first = await ada.ask<TemplateView[]>('/api/templates?limit=3');
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? '';
    const second = await ada.ask<TemplateView[]>(next);
    expect(second.headers).toMatchObject({ 'x-total-count': '5' });
    expect(second.headers['link']).toBeUndefined();
    expect(new Set([...first.body, ...second.body].map((template) => template.id)).size).toBe(5);
    expect((await ada.ask<unknown[]>('/api/templates?cursor=rubbish')).body).toHaveLength(5);

    const removals = await Promise.all([1, 2, 3].map(() => ada.delete(`/api/templates/${id}`)));
    expect(removals.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    expect(await usage(ada)).toMatchObject({ templatesUsed: 4 });
    expect((await create(ada, words)).status).toBe(201);
  });

  test('using a template counts as a document of the month, and a refused use leaves nothing behind', async () => {
    const { ada } = await start(office, 'free');
    const { body: template } = await uploadTemplate(ada, '/api/templates/upload', words);
    const roleId = template.roles[0]!.id;
    for (const people of [[], [{ roleId: none, ...grace }], [{ roleId, ...grace, email: 'grace' }]])
      expect((await use(ada, template, people)).status).toBe(422);
    expect(await usage(ada)).toMatchObject({ documentsUsed: 0 });

    const uses = await Promise.all([1, 2, 3, 4, 5].map(() => use(ada, template, [{ roleId, ...grace }])));
    expect(uses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 403, 403]);
    expect(uses.find(({ status }) => status === 403)?.body).toMatchObject({ code: 'plan-limit-documents' });
    expect((await ada.ask<DocumentDetail[]>('/api/documents')).body).toHaveLength(3);
    expect(await usage(ada)).toMatchObject({ documentsUsed: 3, templatesUsed: 1 });
  });

  test('Mallory gets the same response for Ada’s templates as for nonexistent ones (S-07)', async () => {
    const { ada } = await start(office);
    const mallory = await office.desk({ firstName: 'M', lastName: 'M', email: 'mallory@elsewhere.example' });
    const document = await ada.prepare(sampleLease(1), [grace]);
    const { body: template } = await create(ada, { ...words, documentId: document.id });
    const people = [{ roleId: template.roles[0]!.id, ...hana }];
    const acts = (id: string) => [
      mallory.ask(`/api/templates/${id}`),
      mallory.ask(`/api/templates/${id}/file`),
      mallory.put(`/api/templates/${id}`, words),
      mallory.post(`/api/templates/${id}/duplicate`),
      mallory.post(`/api/templates/${id}/use`, { recipients: people }),
      mallory.delete(`/api/templates/${id}`),
      uploadTemplate(mallory, `/api/templates/${id}/file`, {}, 'PUT'),
    ];
    const known = (await Promise.all(acts(template.id))).map(({ status, body }) => ({ status, body }));
    const unknown = (await Promise.all(acts(none))).map(({ status, body }) => ({ status, body }));
    expect(known.map(({ status }) => status)).toEqual(known.map(() => 404));
    expect(known).toEqual(unknown);
    expect((await mallory.ask('/api/templates/not-an-id')).status).toBe(404);
    expect(await create(mallory, { ...words, documentId: document.id })).toMatchObject({ status: 404 });
    expect((await mallory.ask<TemplateView[]>('/api/templates')).body).toEqual([]);
    expect((await ada.ask<TemplateView[]>('/api/templates')).body).toMatchObject([template]);
    expect(await usage(mallory)).toMatchObject({ documentsUsed: 0, templatesUsed: 0 });
    const stranger = await office.product.app.inject({ url: '/api/templates' });
    expect(stranger.statusCode).toBe(401);
  });
});

async function start(office: Office, plan?: 'free') {
  const ada = await office.desk({
    firstName: 'Ada',
    lastName: 'Moreau',
    email: 'ada@harbour.example',
    ...(plan && { plan }),
  });
  return { ada };
}

const create = (desk: Desk, body: object) => desk.post<TemplateView>('/api/templates', body);

const use = (desk: Desk, { id }: TemplateView, recipients: object[]) =>
  desk.post<{ id: string; title: string }>(`/api/templates/${id}/use`, { recipients });

const usage = async (desk: Desk) => (await desk.ask<UserUsage>('/api/user/usage')).body;

const uploadTemplate = (
  desk: Desk,
  path: string,
  texts: Record<string, string>,
  method: 'POST' | 'PUT' = 'POST',
  bytes = sampleLease(3),
) =>
  desk.ask<TemplateView>(path, {
    method,
    ...multipartForm([{ name: 'lease.pdf', bytes }], texts),
  });

const placeOf = (
  field: Record<'type' | 'page' | 'x' | 'y' | 'width' | 'height' | 'required' | 'label', unknown>,
) => {
  const { type, page, x, y, width, height, required, label } = field;
  return { type, page, x, y, width, height, required, label };
};
