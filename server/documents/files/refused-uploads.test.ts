import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { MAX_UPLOAD_BYTES } from '#core/plan/plans.ts';
import { describeOnOneDatabase, openOneDatabase } from '#testing/databases.ts';
import { contentTypes, makeDocx } from '#testing/docx/make-docx.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import type { Desk } from '#testing/desk.ts';
import type { MemoryFileStore } from '#testing/fakes/memory-file-store.ts';
import { multipartForm } from '#testing/multipart.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { pictures, pictureStream } from '#testing/pdfs/pictures.ts';
import { dict, ref } from '#pdf/objects/objects.ts';
import { openOffice, type Office } from '#testing/open-office.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { openWorkerPool } from '../../adapters/pdf-engine/worker-pool.ts';

const macroType = 'application/vnd.ms-word.document.macroEnabled.main+xml';
const entity = '<?xml version="1.0"?><!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:document/>';

type Case = {
  what: string;
  files: { name: string; bytes: () => Uint8Array }[];
  status: number;
  code: string;
  says: RegExp;
};

const cases: Case[] = [
  {
    what: 'a file of one byte too many',
    files: [{ name: 'large.pdf', bytes: () => padded(sampleLease(1), MAX_UPLOAD_BYTES + 1) }],
    status: 413,
    code: 'upload-too-large',
    says: /^File is larger than 26214400 bytes$/,
  },
  {
    what: 'two files at once',
    files: [
      { name: 'one.pdf', bytes: () => sampleLease(1) },
      { name: 'two.pdf', bytes: () => sampleLease(1) },
    ],
    status: 422,
    code: 'upload-too-many-files',
    says: /^Too many files$/,
  },
  {
    what: 'no file at all',
    files: [],
    status: 422,
    code: 'upload-missing',
    says: /^No file selected - Please select a document to upload$/,
  },
  {
    what: 'a text file that is named .pdf (S-21)',
    files: [{ name: 'notes.pdf', bytes: () => Buffer.from('Dear Grace, this is only text.') }],
    status: 415,
    code: 'upload-wrong-type',
    says: /^File type must be PDF, DOCX, PNG, JPG or TIFF/,
  },
  {
    what: 'a picture',
    files: [{ name: 'scan.png', bytes: () => Buffer.from([0x89, 0x50, 0x4e, 0x47]) }],
    status: 415,
    code: 'upload-wrong-type',
    says: /^File type must be PDF, DOCX, PNG, JPG or TIFF/,
  },
  {
    what: 'an empty file',
    files: [{ name: 'empty.pdf', bytes: () => new Uint8Array() }],
    status: 422,
    code: 'upload-refused',
    says: /empty/,
  },
  {
    what: 'a PDF that asks for a password',
    files: [{ name: 'locked.pdf', bytes: () => encrypted(sampleLease(1)) }],
    status: 422,
    code: 'upload-refused',
    says: /password/i,
  },
  {
    what: 'a PDF that is broken beyond reading',
    files: [{ name: 'broken.pdf', bytes: () => Buffer.from('%PDF-1.7\nand then nothing\n%%EOF') }],
    status: 422,
    code: 'upload-refused',
    says: /./,
  },
  {
    what: 'a PDF with a picture that is damaged (P-05)',
    files: [{ name: 'scan.pdf', bytes: withDamagedPicture }],
    status: 422,
    code: 'upload-refused',
    says: /^A picture on page 1 of this PDF is damaged/,
  },
  {
    what: 'a Word file with macros',
    files: [
      {
        name: 'macro.docx',
        bytes: () =>
          makeDocx({
            parts: { '[Content_Types].xml': contentTypes(macroType), 'word/vbaProject.bin': 'Sub' },
          }),
      },
    ],
    status: 422,
    code: 'upload-refused',
    says: /macro/i,
  },
  {
    what: 'a Word file with an external entity (S-23)',
    files: [{ name: 'entity.docx', bytes: () => makeDocx({ parts: { 'word/document.xml': entity } }) }],
    status: 422,
    code: 'upload-refused',
    says: /./,
  },
  {
    what: 'a Word file on a server without a converter',
    files: [{ name: 'letter.docx', bytes: () => makeDocx() }],
    status: 422,
    code: 'conversion-unavailable',
    says: /PDF/,
  },
];

describe('rejected uploads', () => {
  test.for(cases)(
    '$what: returns $status and one clear sentence, and stores nothing',
    async ({ files, status, code, says }) => {
      const office = await openOffice(await openOneDatabase(), { working: false });
      const ada = await office.desk();
      const answer = await ada.ask<{ code: string; detail: string }>('/api/documents/upload', {
        method: 'POST',
        ...multipartForm(files.map(({ name, bytes }) => ({ name, bytes: bytes() }))),
      });
      expect(answer).toMatchObject({ status, body: { code, status } });
      expect(answer.body.detail).toMatch(says);
      expect(await kept(office, ada)).toEqual({ files: 0, documents: 0, events: 0, counted: 0 });
    },
  );

  test('Word files are inspected with time and memory limits, outside the server process (S-25)', async () => {
    const pdf = openWorkerPool({ megabytes: 1 });
    const docx = { available: () => Promise.resolve(true), convert: () => Promise.resolve(sampleLease(1)) };
    const strict = await openOffice(await openOneDatabase(), { working: false, ports: { pdf, docx } });
    onTestFinished(() => pdf.close());
    const mallory = await strict.desk();
    const answer = await mallory.ask<{ detail: string }>('/api/documents/upload', {
      method: 'POST',
      ...multipartForm([{ name: 'letter.docx', bytes: makeDocx() }]),
    });
    expect(answer).toMatchObject({ status: 422, body: { code: 'upload-refused' } });
    expect(answer.body.detail).toMatch(/^This Word document takes too much time or memory to read/);
    expect(await kept(strict, mallory)).toEqual({ files: 0, documents: 0, events: 0, counted: 0 });
  });
});

describeOnOneDatabase('monthly document limit', (open) => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice(await open(), { working: false });
  });
  const onFreePlan = () =>
    office.desk({ firstName: 'Ada', lastName: 'Moreau', email: 'ada@harbour.example', plan: 'free' });

  test('the fourth upload on the Free plan is refused with the numbers, and the file is not stored', async () => {
    const ada = await onFreePlan();
    for (let upload = 0; upload < 3; upload += 1) expect((await ada.upload(sampleLease(1))).status).toBe(201);
    const before = await kept(office, ada);
    const fourth = await ada.upload(sampleLease(3));
    expect(fourth).toMatchObject({
      status: 403,
      body: { code: 'plan-limit-documents', parameters: { limit: 3, used: 3 } },
    });
    expect((fourth.body as unknown as { detail: string }).detail).toMatch(
      /3 documents a month, and you’ve used 3/,
    );
    expect(await kept(office, ada)).toEqual(before);
  });

  test('exactly three of twelve concurrent uploads succeed', async () => {
    const ada = await onFreePlan();
    const answers = await Promise.all(Array.from({ length: 12 }, () => ada.upload(sampleLease(1))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(9);
    expect(await kept(office, ada)).toMatchObject({ documents: 3, counted: 3 });
  });

  test('deleting a draft reduces the monthly count', async () => {
    const ada = await onFreePlan();
    const { body: draft } = await ada.upload(sampleLease(1));
    expect((await ada.delete(`/api/documents/${draft.id}`)).status).toBe(204);
    expect(await kept(office, ada)).toMatchObject({ counted: 0 });
    expect((await ada.ask(`/api/documents/${draft.id}`)).status).toBe(404);
  });
});

/** Returns this account's rows. Files are shared by all accounts, so they are not counted. */
async function kept(
  { ports }: Office,
  { accountId }: Desk,
): Promise<Record<'files' | 'documents' | 'events' | 'counted', number>> {
  const { db } = ports.database;
  const count = async (table: 'documents' | 'events'): Promise<number> =>
    (await db.selectFrom(table).select('account_id').where('account_id', '=', accountId).execute()).length;
  const usage = await db
    .selectFrom('monthly_usage')
    .select('documents')
    .where('account_id', '=', accountId)
    .execute();
  return {
    files: (ports.files as MemoryFileStore).count(),
    documents: await count('documents'),
    events: await count('events'),
    counted: usage.reduce((sum, row) => sum + row.documents, 0),
  };
}

/** Returns a PDF with a truncated JPEG 2000 picture, which viewers omit silently. */
function withDamagedPicture(): Uint8Array {
  const { bytes } = pictures.JPXDecode;
  const resources = { XObject: dict({ P1: ref(1000) }) };
  return makePdf({
    pages: [{ text: 'Lease', content: 'q 200 0 0 200 72 400 cm /P1 Do Q', resources }],
    objects: { 1000: pictureStream('JPXDecode', bytes.slice(0, bytes.length >> 1)) },
  });
}

function padded(bytes: Uint8Array, length: number): Uint8Array {
  const all = Buffer.alloc(length, 0x20);
  all.set(bytes);
  return all;
}

function encrypted(pdf: Uint8Array): Uint8Array {
  const folder = temporaryFolder();
  const [from, to] = [join(folder, 'open.pdf'), join(folder, 'locked.pdf')];
  writeFileSync(from, pdf);
  execFileSync('qpdf', ['--encrypt', 'user', 'owner', '256', '--', from, to]);
  return readFileSync(to);
}
