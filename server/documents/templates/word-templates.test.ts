import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { SendCheckView, SentDocumentView } from '#contract/documents/one-call.ts';
import type { TemplateDetail, TemplateView } from '#contract/documents/templates.ts';
import type { Problem } from '#contract/problem.ts';
import { grace, linus } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { makeDocx } from '#testing/docx/make-docx.ts';
import { everyRow } from '#testing/every-row.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';

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

describeOnOneDatabase('a template of a Word file with placeholders', (open) => {
  let office: Office;
  let ada: Desk;
  let template: TemplateDetail;
  /** The text of each document that the converter received, and what it printed. */
  let converted: string[] = [];
  beforeAll(async () => {
    /** Prints a page per paragraph, with the words of the paragraph. */
    const convert = (docx: Uint8Array): Promise<Uint8Array> => {
      const xml = strFromU8(unzipSync(docx)['word/document.xml']!);
      const lines = xml
        .split('</w:p>')
        .map((one) => one.replaceAll(/<[^>]*>/g, '').replaceAll('&amp;', '&'))
        .filter((line) => line !== '');
      converted.push(lines.join('|'));
      return Promise.resolve(makePdf({ pages: lines.map((text) => ({ text })) }));
    };
    const docx = { available: () => Promise.resolve(true), convert };
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

  test('lists its placeholders and has the fields of its anchors', () => {
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

  test('is filled in for each document, and its fields follow their anchors', async () => {
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

  test('leaves out the field of an anchor that a condition does not print', async () => {
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
    ['a list without placeholder', { ...values, rows: items }, 'field-value-invalid', /‘rows’/],
  ])('refuses %s before converting anything, and keeps nothing', async (_, given, code, sentence) => {
    const before = await everyRow(office.ports.database.db);
    const refused = await use({ values: given });
    expect(refused.body).toMatchObject({ code, detail: expect.stringMatching(sentence) as string });
    expect(converted).toEqual([]);
    expect(await everyRow(office.ports.database.db)).toEqual(before);
  });

  test('is sent in one request, and a check sends nothing', async () => {
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

  test('cannot be used by bulk sends and public forms', async () => {
    const csv = 'Signer 1 Email,Signer 2 Email\na@b.example,c@d.example';
    const bulk = await ada.post<Problem>(`/api/templates/${template.id}/bulk/preview`, { csv });
    expect(bulk.body.code).toBe('template-has-placeholders');
    const [visitor, other] = template.roles;
    const form = await ada.put<Problem>(`/api/templates/${template.id}/form`, {
      ...{ visitorRole: visitor!.id, people: [{ roleId: other!.id, ...linus }], on: true },
      ...{ maxTotal: null, maxPerHour: 3, endsAt: null },
    });
    expect(form.body.code).toBe('template-has-placeholders');
  });

  test('is refused at upload if a placeholder cannot be filled in', async () => {
    const refused = await upload(makeDocx({ paragraphs: ['{{#items}} never closed {{a}}'] }));
    expect([refused.status, refused.body.code]).toEqual([422, 'placeholder-invalid']);
  });

  test('a copy has the placeholders, and a PDF in its place has none', async () => {
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
