import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import type { DocumentDetail } from '#contract/documents/documents.ts';
import type { Problem } from '#contract/problem.ts';
import { openOneDatabase } from '#testing/databases.ts';
import type { Desk } from '#testing/desk.ts';
import { makeDocx } from '#testing/docx/make-docx.ts';
import { multipartForm } from '#testing/multipart.ts';
import { openOffice } from '#testing/open-office.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';

type Answered = Partial<Omit<DocumentDetail, 'status'> & Problem>;

let ada: Desk;
/** Text of each document that the converter received. */
const converted: string[] = [];

beforeAll(async () => {
  const convert = (docx: Uint8Array): Promise<Uint8Array> => {
    const xml = strFromU8(unzipSync(docx)['word/document.xml']!);
    converted.push(Array.from(xml.matchAll(/<w:(?:t|delText)>([^<]*)/g), ([, words]) => words).join(''));
    return Promise.resolve(makePdf({ pages: [{ text: 'Agreement 1000 2000' }] }));
  };
  const docx = { available: () => Promise.resolve(true), convert };
  const office = await openOffice(await openOneDatabase(), { ports: { docx } });
  ada = await office.desk({ plan: 'business' });
});

const lease = makeDocx({
  paragraphs: [],
  body: '<w:p><w:del w:id="1" w:author="Linus"><w:r><w:delText>1000</w:delText></w:r></w:del><w:ins w:id="2" w:author="Linus"><w:r><w:t>2000</w:t></w:r></w:ins></w:p>',
});
const form = (texts: Record<string, string> = {}, bytes = lease) =>
  multipartForm([{ name: 'lease.docx', bytes }], texts);
const upload = (texts?: Record<string, string>) =>
  ada.ask<Answered>('/api/documents/upload', { method: 'POST', ...form(texts) });

test('a Word file with tracked changes requires the sender’s decision', async () => {
  const { status, body } = await upload();
  expect([status, body.code, body.parameters]).toEqual([
    ...[422, 'tracked-changes-undecided', { choices: 'accept reject show' }],
  ]);
  expect(converted).toEqual([]);
});

test.each([
  ['accept', '2000', []],
  ['reject', '1000', []],
  ['show', '10002000', [{ code: 'tracked-changes-shown', pages: [], words: [] }]],
])('%s: the converter receives %s', async (trackedChanges, words, notes) => {
  const { status, body } = await upload({ trackedChanges });
  expect([status, converted.pop(), body.fileNotes]).toEqual([201, words, notes]);
});

test('an unknown choice is rejected by name', async () => {
  expect((await upload({ trackedChanges: 'maybe' })).body).toMatchObject({
    code: 'request-malformed',
    detail: '"trackedChanges" is invalid: Invalid option: expected one of "accept"|"reject"|"show".',
  });
});

test('a Word file without tracked changes needs no decision', async () => {
  const { status, body } = await ada.upload(makeDocx(), 'lease.docx');
  expect([status, body.fileNotes]).toEqual([201, []]);
});

test('templates and replacement files require the same decision', async () => {
  const words = { name: 'Lease', description: 'With a rent', category: 'Legal' };
  const template = (texts: Record<string, string>) =>
    ada.ask<Answered>('/api/templates/upload', {
      method: 'POST',
      ...form({ ...words, ...texts }),
    });
  expect((await template({})).body.code).toBe('tracked-changes-undecided');
  expect((await template({ trackedChanges: 'accept' })).status).toBe(201);
  const { body: draft } = await ada.upload(makePdf({ pages: [{ text: 'Lease' }] }));
  const replace = (texts: Record<string, string>) =>
    ada.ask<Answered>(`/api/documents/${draft.id}/file`, { method: 'PUT', ...form(texts) });
  expect((await replace({})).body.code).toBe('tracked-changes-undecided');
  expect((await replace({ trackedChanges: 'reject' })).body.fileName).toBe('lease.docx');
});
