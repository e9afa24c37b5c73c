import { beforeAll, expect, test } from 'vitest';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import type { SentDocumentView } from '#contract/documents/one-call.ts';
import type { PublicFormView } from '#contract/documents/public-forms.ts';
import type { TemplateDetail } from '#contract/documents/templates.ts';
import type { Problem } from '#contract/problem.ts';
import { grace } from '#testing/cast.ts';
import { describeOnOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { makeDocx } from '#testing/docx/make-docx.ts';
import { paragraphPrinter } from '#testing/docx/print-docx.ts';
import { inFile } from '#testing/judges/look-at.ts';
import { pdftotext } from '#testing/judges/poppler.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice, type Office } from '#testing/open-office.ts';

/** A lease that is printed on five pages, one for each paragraph. */
const lease = makeDocx({
  paragraphs: [
    'Cover of the lease',
    'Lease by {{company}}',
    '{{#if pets}}Pets are allowed{{/if}}',
    'Internal notes about {{company}}',
    'Tenant {{signature:1}}',
  ],
});
/** Removes the cover and the notes, and moves the rotated lease after the page about pets. */
const pages = [{ page: 3 }, { page: 2, turn: 90 as const }, { page: 5 }];
const values = { company: 'Quay', pets: true };

describeOnOneDatabase('filling in a draft with edited pages', (open) => {
  let office: Office;
  let ada: Desk;
  beforeAll(async () => {
    office = await openOffice(await open(), { ports: { docx: paragraphPrinter } });
    ada = await office.desk({ plan: 'business' });
  }, 60_000);

  const upload = async (docx = lease): Promise<DocumentDetail> => {
    const form = multipartForm([{ name: 'lease.docx', bytes: docx }]);
    const { body } = await ada.ask<{ id: string }>('/api/documents/upload', { method: 'POST', ...form });
    await ada.put(`/api/documents/${body.id}/recipients`, [grace]);
    return ada.read(body.id);
  };
  const arrange = async ({ id }: DocumentDetail, order: object[] = pages, confirm = false) => {
    const put = await ada.put<DocumentDetail & Pick<Problem, 'code' | 'detail'>>(
      `/api/documents/${id}/pages`,
      { pages: order, confirm },
    );
    expect([put.status, put.body.detail]).toEqual([200, undefined]);
    return put.body;
  };
  const fill = ({ id }: DocumentDetail, given: object, more: object = {}) =>
    ada.post<DocumentDetail & Pick<Problem, 'code' | 'detail'>>(`/api/documents/${id}/fill`, {
      values: given,
      ...more,
    });
  const textOf = async (id: string) => {
    const { bytes } = await ada.ask(`/api/documents/${id}/file`);
    return (await inFile(bytes, pdftotext))
      .split('\f')
      .map((page) => page.trim())
      .filter(Boolean);
  };
  const edited = ['Pets are allowed', 'Lease by Quay', 'Tenant {{signature:1}}'];

  test('filling in keeps removed, moved and rotated pages if each text is on the same page as before', async () => {
    const draft = await arrange(await upload());
    const [before] = draft.signatureFields;
    const filled = await fill(draft, values);
    expect([filled.status, filled.body.pageCount]).toEqual([200, 3]);
    expect(await textOf(draft.id)).toEqual(edited);
    const sizes = filled.body.pages.map(({ width, height }) => width > height);
    expect(sizes).toEqual([false, true, false]);
    expect(filled.body.signatureFields).toEqual([before]);
    const { events } = (
      await ada.ask<{ events: { type: string; data: object }[] }>(`/api/documents/${draft.id}/trail`)
    ).body;
    expect(events.at(-1)).toMatchObject({ type: 'file_replaced', data: { pages: 3, pageEdits: 'kept' } });
  });

  test('filling in also keeps edits of already edited pages', async () => {
    const draft = await arrange(await upload());
    const again = await arrange(draft, [{ page: 3 }, { page: 2, turn: 270 }]);
    expect((await fill(again, values)).status).toBe(200);
    expect(await textOf(draft.id)).toEqual(['Tenant {{signature:1}}', 'Lease by Quay']);
  });

  test('filling in is refused if texts move to other pages, unless the sender accepts all pages', async () => {
    const draft = await arrange(await upload());
    const before = await ada.read(draft.id);
    // The words on a remaining page differ, so the removed pages cannot be identified.
    const refused = await fill(draft, { ...values, pets: false });
    expect(refused.body).toMatchObject({ code: 'page-edits-lost' });
    expect(await ada.read(draft.id)).toEqual(before);
    const all = await fill(draft, { ...values, pets: false }, { confirm: true });
    expect([all.status, all.body.detail]).toEqual([200, undefined]);
    expect(await textOf(draft.id)).toEqual([
      ...['Cover of the lease', 'Lease by Quay', 'Internal notes about Quay', 'Tenant {{signature:1}}'],
    ]);
    expect(all.body.signatureFields).toMatchObject([{ page: 4 }]);
  });

  test('if page edits are lost, fields on pages without anchors return to their pages', async () => {
    const docx = makeDocx({ paragraphs: ['Cover', '{{#if a}}One{{/if}}', 'Three {{company}}', 'Four'] });
    const draft = await arrange(await upload(docx), [{ page: 4 }, { page: 2 }, { page: 3 }]);
    const box = { type: 'signature', page: 1, x: 40, y: 60, width: 150, height: 40 };
    const recipientId = draft.recipients[0]!.id;
    await ada.put(`/api/documents/${draft.id}/fields`, [{ ...box, recipientId }]);
    const kept = await fill(draft, { a: true, company: 'Quay' });
    expect([kept.status, kept.body.signatureFields]).toMatchObject([200, [{ ...box, page: 1 }]]);
    const other = await arrange(await upload(docx), [{ page: 4 }, { page: 2 }, { page: 3 }]);
    const ofOther = other.recipients[0]!.id;
    await ada.put(`/api/documents/${other.id}/fields`, [{ ...box, recipientId: ofOther }]);
    // With a false condition one page is missing, so there is no fourth page.
    const all = await fill(other, { a: false, company: 'Quay' }, { confirm: true });
    expect([all.body.pageCount, all.body.signatureFields]).toEqual([3, []]);
    const whole = makeDocx({ paragraphs: ['Cover {{#if a}}One{{/if}}', 'Two', 'Three {{company}}'] });
    const third = await arrange(await upload(whole), [{ page: 3 }, { page: 1 }]);
    const ofThird = third.recipients[0]!.id;
    await ada.put(`/api/documents/${third.id}/fields`, [{ ...box, recipientId: ofThird }]);
    const back = await fill(third, { a: false, company: 'Quay' }, { confirm: true });
    expect(back.body.signatureFields).toMatchObject([{ ...box, page: 3 }]);
  });

  test('removed anchor texts do not come back and do not place a second field', async () => {
    const draft = await upload();
    const removed = await ada.post<DocumentDetail>(`/api/documents/${draft.id}/remove-anchors`, {});
    expect(removed.status).toBe(200);
    const filled = await fill(await ada.read(draft.id), values);
    expect([filled.status, filled.body.signatureFields.length]).toEqual([200, 1]);
    expect(await textOf(draft.id)).toEqual([
      ...['Cover of the lease', 'Lease by Quay', 'Pets are allowed', 'Internal notes about Quay', 'Tenant'],
    ]);
  });

  test('a template made from an edited draft has the same pages when it is filled in by one call or by a form', async () => {
    const draft = await arrange(await upload());
    const { body: made } = await ada.post<{ id: string }>('/api/templates', {
      ...{ name: 'Lease', description: 'Berths', documentId: draft.id },
    });
    const template = (await ada.ask<TemplateDetail>(`/api/templates/${made.id}`)).body;
    expect([template.pageCount, template.placeholders.map(({ name }) => name)]).toEqual([
      3,
      ['company', 'pets'],
    ]);
    const send = (given: object) =>
      ada.post<SentDocumentView & Pick<Problem, 'code'>>(`/api/templates/${made.id}/send`, {
        recipients: [{ role: template.roles[0]!.name, ...grace }],
        values: given,
      });
    const sent = await send(values);
    expect([sent.status, sent.body.pageCount]).toEqual([201, 3]);
    expect(await textOf(sent.body.id)).toEqual(edited);
    expect((await send({ ...values, pets: false })).body.code).toBe('page-edits-lost');
    const form = await ada.put<PublicFormView>(`/api/templates/${made.id}/form`, {
      ...{ visitorRole: template.roles[0]!.id, on: true },
      placeholders: [
        { name: 'company', question: {} },
        { name: 'pets', value: true },
      ],
    });
    expect([form.status, form.body.state]).toEqual([200, 'open']);
  });
});
