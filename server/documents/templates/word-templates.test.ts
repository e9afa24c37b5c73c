import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { BulkPreview } from '#contract/documents/bulk.ts';
import type { DocumentDetail, DocumentSummary } from '#contract/documents/documents.ts';
import type { SendCheckView, SentDocumentView } from '#contract/documents/one-call.ts';
import type { TemplateDetail, TemplateView } from '#contract/documents/templates.ts';
import type { Problem } from '#contract/problem.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { makeDocx } from '#testing/docx/make-docx.ts';
import { linesOf, paragraphPrinter } from '#testing/docx/print-docx.ts';
import { everyRow } from '#testing/every-row.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { newId } from '../../foundation/db/new-id.ts';

const lease = makeDocx({
  paragraphs: [
    'Lease of berth {{berth}} by {{company}}',
    '{{#items}}',
    '{{title}}: {{price}}',
    '{{/items}}',
    '{{#if guarantor}}Guarantor {{signature:2}}{{/if}}',
    'Tenant {{signature:1}}',
  ],
});
const items = [
  { title: 'Rope', price: 12 },
  { title: 'Buoy', price: 30 },
];
const values = { berth: 17, company: 'Harbour & Sons', items, guarantor: false };
const people = {
  recipients: [
    { role: 'Signer 1', ...grace },
    { role: 'Signer 2', ...linus },
  ],
};

describeOnOneDatabase('a template made from a Word file with placeholders', (open) => {
  let office: Office;
  let ada: Desk;
  let template: TemplateDetail;
  /** Text of each document that the converter received. */
  let converted: string[] = [];
  beforeAll(async () => {
    const convert = (docx: Uint8Array): Promise<Uint8Array> => {
      converted.push(linesOf(docx).join('|'));
      return paragraphPrinter.convert(docx);
    };
    const docx = { ...paragraphPrinter, convert };
    office = await openOffice(await open(), { ports: { docx } });
    ada = await office.desk({ plan: 'business' });
    const created = await upload(lease);
    expect([created.status, created.body]).toMatchObject([201, {}]);
    template = (await ada.ask<TemplateDetail>(`/api/templates/${created.body.id}`)).body;
  }, 60_000);
  beforeEach(() => (converted = []));

  const upload = (bytes: Uint8Array) =>
    ada.ask<TemplateView & Problem>('/api/templates/upload', {
      method: 'POST',
      ...multipartForm([{ name: 'lease.docx', bytes }], { name: 'Lease', description: 'Berths' }),
    });
  const use = (body: object) =>
    ada.post<{ id: string } & Problem>(`/api/templates/${template.id}/use`, { ...people, ...body });

  test('the template lists its placeholders and has the fields of its anchors', () => {
    expect(template.placeholders).toEqual([
      { name: 'berth', kind: 'text' },
      { name: 'company', kind: 'text' },
      {
        ...{ name: 'items', kind: 'list' },
        columns: [
          { name: 'title', kind: 'text' },
          { name: 'price', kind: 'text' },
        ],
      },
      { name: 'guarantor', kind: 'condition' },
    ]);
    expect(template.signatureFields.map(({ type, page }) => [type, page])).toEqual([
      ['signature', 5],
      ['signature', 6],
    ]);
  });

  test('each document is filled in, and its fields follow their anchors', async () => {
    const made = await use({ values: { ...values, guarantor: true } });
    expect([made.status, made.body]).toMatchObject([201, {}]);
    expect(converted).toEqual([
      'Lease of berth 17 by Harbour & Sons|Rope: 12|Buoy: 30|Guarantor {{signature:2}}|Tenant {{signature:1}}',
    ]);
    const draft = await ada.read(made.body.id);
    expect(draft.signatureFields.map(({ page }) => page)).toEqual([4, 5]);
    expect(draft.signatureFields.map(({ recipientId }) => recipientId)).toEqual(
      [1, 0].map((at) => draft.recipients[at]!.id),
    );
  });

  test('an anchor that a condition does not print gets no field', async () => {
    const made = await use({ values });
    const draft = await ada.read(made.body.id);
    expect(draft.signatureFields.map(({ page, recipientId }) => [page, recipientId])).toEqual([
      [4, draft.recipients[0]!.id],
    ]);
  });

  test.each([
    ['a missing value', { ...values, company: undefined }, 'template-values-missing', /‘company’/],
    ['no values', undefined, 'template-values-missing', /‘berth’, ‘company’, ‘items’, ‘guarantor’/],
    ['an unknown name', { ...values, compny: 'x' }, 'field-name-unknown', /‘compny’.*‘company’/],
    ['a value with an anchor', { ...values, company: '{{signature:2}}' }, 'field-value-invalid', /braces/],
    ['a list without a placeholder', { ...values, rows: items }, 'field-value-invalid', /‘rows’/],
  ])('%s is refused before converting anything, and nothing is stored', async (_, given, code, sentence) => {
    const before = await everyRow(office.ports.database.db);
    const refused = await use({ values: given });
    expect(refused.body).toMatchObject({ code, detail: expect.stringMatching(sentence) as string });
    expect(converted).toEqual([]);
    expect(await everyRow(office.ports.database.db)).toEqual(before);
  });

  test('the template can be sent in one request, and a check sends nothing', async () => {
    const path = `/api/templates/${template.id}/send`;
    const request = { ...people, values: { ...values, guarantor: true } };
    const checked = await ada.post<SendCheckView>(`${path}?check=true`, request);
    expect([checked.status, checked.body.pageCount]).toEqual([200, 5]);
    const sent = await ada.post<SentDocumentView>(path, request);
    expect([sent.status, sent.body]).toMatchObject([201, { status: 'sent', pageCount: 5 }]);
    await office.settled();
    expect((await ada.signer(grace.email).sign({ fields: [] })).status).toBe(200);
    expect((await ada.signer(linus.email).sign({ fields: [] })).status).toBe(200);
    await office.settled();
    expect((await ada.read(sent.body.id)).status).toBe('completed');
  });

  test('a Word file sent in one request is filled in, or refused with the missing names', async () => {
    const send = (given: object, bytes: Uint8Array = lease, name = 'lease.docx', more = {}) =>
      ada.post<SentDocumentView & Problem>('/api/documents/send', {
        file: { name, base64: Buffer.from(bytes).toString('base64') },
        recipients: [grace, linus],
        values: given,
        ...more,
      });
    const sent = await send({ ...values, guarantor: true });
    expect([sent.status, sent.body]).toMatchObject([201, { pageCount: 5, fileNotes: [] }]);
    expect(converted.at(-1)).toContain('Lease of berth 17 by Harbour & Sons|Rope: 12');
    const moreFiles = [{ name: 'more.docx', base64: Buffer.from(lease).toString('base64') }];
    const both = await send({ ...values, guarantor: true }, lease, 'lease.docx', { moreFiles });
    expect([both.status, both.body]).toMatchObject([201, { pageCount: 10, fileNotes: [] }]);
    const { company: _, ...rest } = values;
    expect((await send(rest)).body).toMatchObject({
      code: 'template-values-missing',
      detail: expect.stringContaining('‘company’') as string,
    });
    expect((await send({ ...values, compny: 'x' })).body).toMatchObject({
      code: 'field-name-unknown',
      detail: expect.stringMatching(/‘compny’.*‘company’/) as string,
    });
    const jinja = makeDocx({ paragraphs: ['{% if a %}Rent', '{{signature:1}} {{signature:2}}'] });
    expect((await send({}, jinja)).body).toMatchObject({ code: 'placeholder-invalid' });
    const pdf = makePdf({ pages: [{ text: 'By {{company}} {{signature:1}} {{signature:2}}' }] });
    expect((await send({}, pdf, 'lease.pdf')).body).toMatchObject({
      code: 'text-in-braces',
      detail: expect.stringContaining('‘{{company}}’') as string,
    });
  });

  test('placeholders in an uploaded file are noted, and can be filled in later', async () => {
    const form = multipartForm([{ name: 'lease.docx', bytes: lease }]);
    const made = await ada.ask<{ id: string }>('/api/documents/upload', { method: 'POST', ...form });
    const path = `/api/documents/${made.body.id}`;
    const before = await ada.read(made.body.id);
    expect(before.fileNotes).toMatchObject([
      { code: 'text-in-braces', words: expect.arrayContaining(['{{berth}}', '{{#items}}']) as string[] },
    ]);
    const found = await ada.ask<{ placeholders: { name: string }[] }>(`${path}/placeholders`);
    expect(found.body.placeholders).toEqual(template.placeholders);
    const fill = (given: object) =>
      ada.post<DocumentDetail & Pick<Problem, 'code'>>(`${path}/fill`, { values: given });
    expect((await fill({ ...values, rent: 1 })).body.code).toBe('field-name-unknown');
    expect((await fill({ berth: 17 })).body.code).toBe('template-values-missing');
    const filled = await fill({ ...values, guarantor: true });
    expect([filled.status, filled.body.fileNotes, filled.body.pageCount]).toEqual([200, [], 5]);
    const pages = (one: DocumentDetail) => one.signatureFields.map(({ id, page }) => [id, page]);
    const [second, first] = pages(before).map(([id]) => id);
    expect(pages(filled.body)).toEqual([
      [second, 4],
      [first, 5],
    ]);
  });

  test('a field with the name of a placeholder gets the same value', async () => {
    const field = {
      ...template.signatureFields[1]!,
      id: undefined,
      page: 1,
      y: 300,
      type: 'text',
      label: 'Company',
    };
    const fields = [...template.signatureFields, { ...field, width: 190, height: 26 }];
    const put = await ada.put<TemplateDetail>(`/api/templates/${template.id}/fields`, { fields });
    expect([put.status, put.body]).toMatchObject([200, {}]);
    const made = await use({ values: { ...values, guarantor: true } });
    const draft = await ada.read(made.body.id);
    const filled = draft.signatureFields.find(({ label }) => label === 'Company');
    expect(filled?.properties?.value).toBe('Harbour & Sons');
    await ada.put(`/api/templates/${template.id}/fields`, { fields: template.signatureFields });
  });

  test('a bulk send fills in the rows of a list from numbered columns', async () => {
    const sample = await ada.ask(`/api/templates/${template.id}/bulk/sample`);
    expect(sample.bytes.toString('utf8')).toContain(
      'items[1].title,items[1].price,items[2].title,items[2].price',
    );
    const heads =
      'Signer 1 Email,Signer 2 Email,Berth,company,items[2].title,Items[2].price,items[1].title,items[1].price';
    const people = `${grace.email},${linus.email}`;
    const rows = [`${people},17,Harbour,Buoy,30,Rope,12.5`, `${people},18,Harbour,,,Anchor,`];
    const csv = [heads, ...rows].join('\n');
    const checked = await ada.post<BulkPreview>(`/api/templates/${template.id}/bulk/preview`, { csv });
    expect(checked.body).toMatchObject({
      ...{ good: 1, wrong: 1, unknown: [] },
      problems: [{ line: 3, code: 'template-values-missing', parameters: { known: '‘items 1: price’' } }],
    });
    const start = { id: newId(Date.now()), csv, fileName: 'berths.csv' };
    expect((await ada.post(`/api/templates/${template.id}/bulk`, start)).status).toBe(201);
    await office.settled();
    const printed = converted.at(-1) ?? '';
    expect(printed).toContain('Rope');
    expect(printed.indexOf('Rope')).toBeLessThan(printed.indexOf('Buoy'));
  });

  test('the template is filled in for each row of a bulk send', async () => {
    const docx = makeDocx({
      paragraphs: ['Berth {{berth}}', '{{#if pets}}Pets are allowed{{/if}}', 'Tenant {{signature:1}}'],
    });
    const { id } = (await upload(docx)).body;
    const sample = await ada.ask(`/api/templates/${id}/bulk/sample`);
    expect(sample.bytes.toString('utf8')).toMatch(/,berth,pets\r\n$/);
    const rows = [`${grace.email},17,yes`, `${linus.email},18,no`, 'hana@harbour.example,,'];
    const start = { id: newId(Date.now()), csv: ['Email,berth,pets', ...rows].join('\n'), fileName: 'a.csv' };
    const checked = await ada.post<BulkPreview>(`/api/templates/${id}/bulk/preview`, { csv: start.csv });
    expect(checked.body).toMatchObject({
      ...{ good: 2, wrong: 1 },
      problems: [{ line: 4, code: 'template-values-missing' }],
    });
    const begun = await ada.post(`/api/templates/${id}/bulk`, start);
    expect([begun.status, begun.body]).toMatchObject([201, {}]);
    await office.settled();
    expect(converted.slice(-2)).toEqual([
      'Berth 17|Pets are allowed|Tenant {{signature:1}}',
      'Berth 18|Tenant {{signature:1}}',
    ]);
    const sent = await ada.ask<DocumentSummary[]>('/api/documents?limit=2');
    const details = await Promise.all(sent.body.map((one) => ada.read(one.id)));
    expect(details.map(({ pageCount, signatureFields }) => [pageCount, signatureFields[0]?.page])).toEqual([
      [2, 2],
      [3, 3],
    ]);
  });

  test('a file with placeholders that cannot be filled in is refused at upload', async () => {
    const refused = await upload(makeDocx({ paragraphs: ['{{#items}} never closed {{a}}'] }));
    expect([refused.status, refused.body.code]).toEqual([422, 'placeholder-invalid']);
  });

  test('a copy has the same placeholders, and a PDF that replaces the file has none', async () => {
    const copy = await ada.post<TemplateView>(`/api/templates/${template.id}/duplicate`, undefined);
    expect(copy.body.placeholders).toEqual(template.placeholders);
    const detail = await ada.ask<TemplateDetail>(`/api/templates/${copy.body.id}`);
    const pdf = makePdf({ pages: Array.from({ length: 6 }, () => ({ text: 'Agreement' })) });
    const replaced = await ada.ask<TemplateView>(`/api/templates/${copy.body.id}/file`, {
      method: 'PUT',
      ...multipartForm([{ name: 'lease.pdf', bytes: pdf }], { revision: String(detail.body.revision) }),
    });
    expect([replaced.status, replaced.body.placeholders]).toEqual([200, []]);
  });
});
