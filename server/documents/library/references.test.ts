import { unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import type { NewKeyAnswer } from '#contract/accounts/api-keys.ts';
import type { DocumentDetail, DocumentSummary } from '#contract/documents/documents.ts';
import type { SendCheckView, SentDocumentView } from '#contract/documents/one-call.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import { grace } from '#testing/cast.ts';
import { describeOnEveryDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { inFile } from '#testing/judges/look-at.ts';
import { pdftotext } from '#testing/judges/poppler.ts';
import { missingTools } from '#testing/judges/run-tool.ts';
import { longTest } from '#testing/long-test.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

const missing = missingTools('pdftotext');
if (missing.length > 0) console.warn('looking for references on sealed pages skipped, not here: pdftotext');

const words = { name: 'Contract', description: 'A contract' };

describeOnEveryDatabase('the external ID and metadata of documents and templates', (open) => {
  let office: Office;
  let ada: Desk;
  let template: TemplateDetail;
  beforeAll(async () => {
    office = await openOffice(await open());
    ada = await office.desk();
    const { id } = await ada.prepare(sampleLease(1), [grace]);
    const metadata = { department: 'HR', country: 'SE' };
    const made = await ada.post<TemplateDetail>('/api/templates', {
      ...words,
      documentId: id,
      externalId: 't-1',
      metadata,
    });
    template = made.body;
    expect(template).toMatchObject({ externalId: 't-1', metadata });
  }, 60_000);

  const upload = (texts: Record<string, string>) =>
    ada.ask<DocumentDetail>('/api/documents/upload', {
      method: 'POST',
      ...multipartForm([{ name: 'lease.pdf', bytes: sampleLease(1) }], texts),
    });
  const ids = async (query: string) =>
    (await ada.ask<{ id: string }[]>(`/api/documents?${query}`)).body.map(({ id }) => id);

  test('a document has the metadata of its template, its own metadata and its own external ID', async () => {
    const body = { recipients: [grace], externalId: 'hr-17', metadata: { country: 'DE', employee: '17' } };
    const metadata = { department: 'HR', country: 'DE', employee: '17' };
    const path = `/api/templates/${template.id}`;
    const checked = await ada.post<SendCheckView>(`${path}/send?check=true`, body);
    expect(checked.body).toMatchObject({ externalId: 'hr-17', metadata });
    const sent = await ada.post<SentDocumentView>(`${path}/send`, body);
    expect(sent.body).toMatchObject({ externalId: 'hr-17', metadata });
    const used = await ada.post<{ id: string }>(`${path}/use`, { recipients: [grace] });
    expect(await ada.read(used.body.id)).toMatchObject({ externalId: null, metadata: template.metadata });
  });

  test('an external ID and metadata can be set when a file is uploaded or sent', async () => {
    const metadata = { deal: 'Quay & Sons' };
    const uploaded = await upload({ externalId: 'crm-1', metadata: JSON.stringify(metadata) });
    expect(uploaded.body).toMatchObject({ externalId: 'crm-1', metadata });
    const file = { name: 'lease.pdf', base64: Buffer.from(sampleLease(1)).toString('base64') };
    const fields = [{ type: 'signature', page: 1, x: 40, y: 80, width: 140, height: 40 }];
    const request = { file, externalId: 'crm-2', metadata, recipients: [{ ...grace, fields }] };
    const sent = await ada.post<SentDocumentView>('/api/documents/send', request);
    expect([sent.status, sent.body]).toMatchObject([201, { externalId: 'crm-2', metadata }]);
    const wrong: Record<string, string>[] = [
      { metadata: 'deal' },
      { metadata: '{"deal":17}' },
      { uniqueExternalId: 'yes' },
    ];
    for (const texts of wrong)
      expect(await upload(texts)).toMatchObject({ status: 400, body: { code: 'request-malformed' } });
    expect(await upload({ externalId: 'a\u200bb' })).toMatchObject({
      status: 422,
      body: { code: 'reference-invalid' },
    });
  });

  test('a list can be filtered by external ID and by all given metadata pairs', async () => {
    const [one, two] = [
      (await upload({ externalId: 'f-1', metadata: '{"city":"Malmö","plan":"a"}', title: 'Filter one' })).body
        .id,
      (await upload({ externalId: 'f-2', metadata: '{"city":"Malmö","plan":"b"}', title: 'f-1 two' })).body
        .id,
    ];
    expect(await ids('externalId=f-1')).toEqual([one]);
    expect(await ids('externalId=F')).toEqual([]);
    expect(await ids(`metadata[city]=${encodeURIComponent('Malmö')}`)).toEqual([two, one]);
    expect(await ids(`metadata[city]=Malm%C3%B6&metadata%5Bplan%5D=b`)).toEqual([two]);
    expect(await ids('metadata[city]=a')).toEqual([]);
    expect(await ids('metadata[plan]=b&q=two')).toEqual([two]);
    const all = await ada.ask('/api/documents?metadata[plan]=a');
    expect(all.headers).toMatchObject({ 'x-total-count': '1' });
    const page = await ada.ask('/api/documents?metadata[city]=Malm%C3%B6&limit=1');
    const next = /<([^>]+)>/.exec(String(page.headers['link']))![1]!;
    expect((await ada.ask<{ id: string }[]>(next)).body.map(({ id }) => id)).toEqual([one]);
    expect(await ada.ask('/api/documents?metadata=x')).toMatchObject({ status: 400 });
  });

  test('a search lists the document with exactly this external ID before titles that contain the text', async () => {
    const found = await ids('q=f-1');
    expect(await Promise.all(found.map(async (id) => (await ada.read(id)).title))).toEqual([
      'Filter one',
      'f-1 two',
    ]);
    const first = await ada.ask<DocumentSummary[]>('/api/documents?q=f-1&limit=2&sort=title');
    expect(first.body.map(({ externalId }) => externalId)).toEqual(['f-1', 'f-2']);
    expect(first.headers['x-total-count']).toBe('2');
  });

  test('templates can be found by external ID and metadata', async () => {
    const found = async (query: string) => (await ada.ask<unknown[]>(`/api/templates?${query}`)).body.length;
    expect(await found('externalId=t-1')).toBe(1);
    expect(await found('metadata[department]=HR&metadata[country]=SE')).toBe(1);
    expect(await found('metadata[department]=IT')).toBe(0);
  });

  test('a unique external ID is refused if another document has it, even in concurrent requests', async () => {
    const once = { externalId: 'u-1', uniqueExternalId: 'true' };
    const answers = await Promise.all([1, 2, 3].map(() => upload(once)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const taken = { status: 409, body: { code: 'external-id-taken', parameters: { externalId: 'u-1' } } };
    const asked = { externalId: 'u-1', uniqueExternalId: true };
    const use = { recipients: [grace], ...asked };
    expect(await ada.post(`/api/templates/${template.id}/use`, use)).toMatchObject(taken);
    expect(await ada.post(`/api/templates/${template.id}/send?check=true`, use)).toMatchObject(taken);
    const { body: other } = await upload({});
    expect(await ada.patch(`/api/documents/${other.id}`, asked)).toMatchObject(taken);
    expect(await ada.put(`/api/documents/${other.id}`, { title: 'Taken', ...asked })).toMatchObject(taken);
    expect((await ada.read(other.id)).title).toBe('lease');
    const own = answers.find(({ status }) => status === 201)!.body.id;
    expect((await ada.patch(`/api/documents/${own}`, asked)).status).toBe(200);
    expect((await upload({ externalId: 'u-1' })).status).toBe(201);
    expect(await ada.put(`/api/templates/${template.id}`, { ...words, ...asked })).toMatchObject({
      status: 200,
    });
    expect(await ada.post('/api/templates', { ...words, ...asked })).toMatchObject(taken);
    const back = { ...words, externalId: 't-1' };
    expect((await ada.put(`/api/templates/${template.id}`, back)).status).toBe(200);
  });

  test('an external ID and metadata can be changed after sending without a new revision, but formats cannot', async () => {
    const { id } = await ada.sent(sampleLease(1), [grace]);
    const before = await ada.read(id);
    const change = { externalId: 's-1', metadata: { a: '1' }, revision: before.revision };
    const changed = await ada.patch<DocumentDetail>(`/api/documents/${id}`, change);
    expect(changed.body).toEqual({ ...before, externalId: 's-1', metadata: { a: '1' }, values: undefined });
    const formats = { dateFormat: 'yyyy-MM-dd' };
    expect(await ada.patch(`/api/documents/${id}`, { formats, externalId: 's-2' })).toMatchObject({
      body: { code: 'document-not-editable' },
    });
    expect((await ada.read(id)).externalId).toBe('s-1');
    expect(await ada.patch(`/api/documents/${id}`, { externalId: 's-2', revision: -1 })).toMatchObject({
      body: { code: 'revision-outdated' },
    });
    const cleared = await ada.patch<DocumentDetail>(`/api/documents/${id}`, {
      externalId: null,
      metadata: {},
    });
    expect(cleared.body).toMatchObject({ externalId: null, metadata: {} });
  });

  test('a test key finds and reserves external IDs only for test documents', async () => {
    const scopes = ['documents:write', 'documents:read'];
    const key = await ada.post<NewKeyAnswer>('/api/keys', { name: 'Test', mode: 'test', scopes });
    const program = ada.program(key.body.secret);
    const { body } = await upload({ externalId: 'k-1' });
    expect((await program.patch(`/api/documents/${body.id}`, { externalId: 'x' })).status).toBe(404);
    expect((await program.ask<unknown[]>('/api/documents?externalId=k-1')).body).toEqual([]);
  });

  test('Mallory cannot find or change another account’s external IDs and metadata', async () => {
    const { body } = await upload({ externalId: 'm-1' });
    const mallory = await office.desk();
    expect((await mallory.patch(`/api/documents/${body.id}`, { externalId: 'x' })).status).toBe(404);
    expect((await mallory.ask<unknown[]>('/api/documents?externalId=m-1')).body).toEqual([]);
    const asked = { externalId: 'm-1', uniqueExternalId: true };
    expect((await mallory.post('/api/templates', { ...words, ...asked })).status).toBe(201);
  });

  longTest(
    'external IDs and metadata are in no sealed file, evidence or bundle, and are deleted with the document',
    async () => {
      const secret = 'never-printed-4711';
      const { id } = await ada.prepare(sampleLease(1), [grace]);
      await ada.patch(`/api/documents/${id}`, { externalId: secret, metadata: { [secret]: secret } });
      expect((await ada.send(id)).status).toBe(200);
      await office.settled();
      expect((await ada.signer(grace.email).sign()).status).toBe(200);
      await office.settled();
      const sealed = await ada.ask(`/api/documents/${id}/download`);
      const evidence = await ada.ask(`/api/documents/${id}/evidence`);
      const trail = await ada.ask(`/api/documents/${id}/trail`);
      const bundle = await ada.ask(`/api/documents/${id}/bundle`);
      const files = Object.values(unzipSync(bundle.bytes)).map((bytes) => Buffer.from(bytes));
      const page = missing.length > 0 ? '' : await inFile(sealed.bytes, pdftotext);
      for (const text of [...files, evidence.bytes, trail.bytes, page])
        expect(text.toString()).not.toContain(secret);
      expect(JSON.stringify((await ada.signer(grace.email).view()).body)).not.toContain(secret);
      await ada.delete(`/api/documents/${id}`);
      expect((await ada.post('/api/bin/purge', { ids: [id] })).status).toBe(200);
      const row = await office.product.services.db
        .selectFrom('documents')
        .select(['external_id', 'metadata'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(row).toEqual({ external_id: null, metadata: {} });
    },
  );
});
