import { beforeAll, expect, test } from 'vitest';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import type { TemplateView } from '#contract/documents/templates.ts';
import { readFileFacts } from '#core/trail/file-facts.ts';
import { grace } from '#testing/cast.ts';
import { makeDocx } from '#testing/docx/make-docx.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { boundary, multipartBody, multipartForm } from '#testing/multipart.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { dict, name, ref, textString } from '#pdf/objects/objects.ts';
import { readTrail } from '../../records/trail/trail-store.ts';

let office: Office;
let ada: Desk;
beforeAll(async () => {
  const docx = { available: () => Promise.resolve(true), convert: () => Promise.resolve(converted) };
  office = await openOffice(await openOneDatabase(), { ports: { docx } });
  ada = await office.desk({ plan: 'business' });
});

const hidden = { code: 'text-hidden', pages: [2], words: ['EUR 5000 a month'] };

const descriptor = dict({ Type: name('FontDescriptor'), FontName: name('BAAAAA+HarbourGrotesk'), Flags: 32 });
/** The fake converter returns this PDF for every Word document. In it, Calibri was replaced. */
const converted = makePdf({ pages: [{ text: 'Lease', resources: { Harbour: descriptor } }] });

/** Returns a lease with a second rent in white text, and a script that runs when it is opened. */
function twoFaced(): Uint8Array {
  const white = 'BT /F1 12 Tf 1 g 72 100 Td (EUR 5000 a month) Tj ET';
  return makePdf({
    pages: [{ text: 'Lease' }, { text: 'The rent is EUR 500 a month.', content: white }],
    catalog: { OpenAction: dict({ S: name('JavaScript'), JS: textString('app.alert(1)') }) },
  });
}

test('the sender sees findings and removals, and the audit trail records them (P-05)', async () => {
  const { body } = await ada.upload(twoFaced());
  expect(body.fileNotes).toEqual([hidden, { code: 'javascript-removed', pages: [], words: [] }]);
  const key = { accountId: ada.accountId, documentId: body.id };
  const { events } = await readTrail(office.ports.database.db, key);
  const { event, personal } = events[0]!;
  const facts = { changes: 'javascript-removed', found: 'text-hidden' };
  expect(readFileFacts({ data: event.data, personal })).toMatchObject(facts);
});

test('missing fonts in a Word document are listed with their replacements', async () => {
  const fonts = '<w:p><w:r><w:rPr><w:rFonts w:ascii="Calibri"/></w:rPr><w:t>Lease</w:t></w:r></w:p>';
  const { status, body } = await ada.upload(makeDocx({ paragraphs: [], body: fonts }), 'lease.docx');
  expect([status, body.fileNotes]).toEqual([
    201,
    [{ code: 'fonts-replaced', pages: [], words: ['HarbourGrotesk'] }],
  ]);
});

test.each([
  ['Microsoft Office Word', 3, ['3', '1']],
  ['Microsoft Macintosh Word', 1, undefined],
  // Other programs copy or invent the page count.
  ['LibreOffice', 3, undefined],
])('the page count stored by %s is compared with the pages: %i', async (application, stored, words) => {
  const xml = `<Properties><Application>${application}</Application><Pages>${stored}</Pages></Properties>`;
  const docx = makeDocx({ paragraphs: ['Lease'], parts: { 'docProps/app.xml': xml } });
  const { body } = await ada.upload(docx, 'lease.docx');
  const note = body.fileNotes?.find(({ code }) => code === 'page-count-differs');
  expect(note).toEqual(words && { code: 'page-count-differs', pages: [], words });
});

test('the page count of a text with tracked changes is not compared, because Word counts the view it shows', async () => {
  const docx = makeDocx({
    paragraphs: ['Lease'],
    body: '<w:p><w:ins w:id="1" w:author="Ada"><w:r><w:t>Lease</w:t></w:r></w:ins></w:p>',
    parts: {
      'docProps/app.xml':
        '<Properties><Application>Microsoft Office Word</Application><Pages>3</Pages></Properties>',
    },
  });
  const form = multipartForm([{ name: 'lease.docx', bytes: docx }], { trackedChanges: 'accept' });
  const { body } = await ada.ask<DocumentDetail>('/api/documents/upload', { method: 'POST', ...form });
  expect(body.fileNotes?.map(({ code }) => code)).not.toContain('page-count-differs');
});

test('text in a Word document that appears on no page is reported', async () => {
  const { body } = await ada.upload(makeDocx({ paragraphs: ['Lease', 'Deposit: EUR 9,000'] }), 'lease.docx');
  expect(body.fileNotes).toContainEqual({ code: 'words-lost', pages: [], words: ['Deposit: EUR 9,000'] });
});

test('duplicates, templates and documents made from templates keep the notes', async () => {
  const { body } = await ada.upload(twoFaced());
  const copy = await ada.post<{ id: string }>(`/api/documents/${body.id}/duplicate`, {});
  expect((await ada.read(copy.body.id)).fileNotes?.[0]).toEqual(hidden);
  const made = await ada.post<TemplateView>('/api/templates', {
    documentId: body.id,
    name: 'Lease',
    description: 'With a rent',
    category: 'Legal',
  });
  const used = await ada.post<{ id: string }>(`/api/templates/${made.body.id}/use`, {
    recipients: [{ roleId: made.body.roles[0]!.id, email: grace.email }],
  });
  expect((await ada.read(used.body.id)).fileNotes?.[0]).toEqual(hidden);
});

test('replacing the file replaces the notes', async () => {
  const { body } = await ada.upload(twoFaced());
  const clean = makePdf({ pages: [{ text: 'Lease' }] });
  const replaced = await office.product.app.inject({
    method: 'PUT',
    url: `/api/documents/${body.id}/file`,
    headers: { cookie: ada.cookie, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: multipartBody([{ name: 'lease.pdf', bytes: clean }]),
  });
  expect(replaced.json<DocumentDetail>().fileNotes).toEqual([]);
});

test('a file that prints differently than it displays is rejected with advice (P-04)', async () => {
  const layer = dict({
    Type: name('OCG'),
    Name: textString('Paper'),
    Usage: dict({ Print: dict({ PrintState: name('ON') }) }),
  });
  const file = makePdf({
    pages: [
      {
        text: 'Lease',
        content: '/OC /L1 BDC BT /F1 12 Tf 72 100 Td (EUR 5000) Tj ET EMC',
        resources: { Properties: dict({ L1: ref(1000) }) },
      },
    ],
    objects: { 1000: layer },
    catalog: { OCProperties: dict({ OCGs: [ref(1000)], D: dict({ OFF: [ref(1000)] }) }) },
  });
  const { status, body } = await ada.upload(file);
  expect([status, (body as unknown as { detail: string }).detail]).toEqual([
    422,
    expect.stringContaining('look different on screen and in print'),
  ]);
});
