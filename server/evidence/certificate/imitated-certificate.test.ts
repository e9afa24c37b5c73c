import { expect, test } from 'vitest';
import { certificateTitles } from '#pdf/render/find-misleading.ts';
import { languages } from '#core/language/language.ts';
import { normalisePdf } from '#pdf/normalise/normalise-pdf.ts';
import { composePdf } from '#pdf/stamp/compose-pdf.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { signedFiles } from '#testing/documents/signed-files.ts';
import { signedLease } from '#testing/documents/signed-lease.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { refusalOf } from '#testing/pdfs/normalised.ts';
import { certificatePage } from './certificate-page.ts';
import { certificateMessages } from './certificate-texts.ts';
import { fileCertificate } from './file-certificate.ts';

const record = signedLease();

test('uploads may not contain the titles of our certificates', () => {
  const titles = languages.flatMap((language) => {
    const { say } = certificateMessages(language);
    return [say('title'), say('title.ended')];
  });
  expect(new Set(certificateTitles)).toEqual(new Set(titles));
});

test.each(languages)('a file that contains one of our certificates is refused (%s)', async (locale) => {
  const signatures = record.signatures.map((signature) => ({ ...signature, locale }));
  const file = await composePdf({
    base: sampleLease(1),
    stamps: [],
    attachments: [],
    info: { title: 'Lease' },
    appendix: [certificatePage({ ...record, signatures }, new Map())],
  });
  expect(await normalisePdf(file)).toMatchObject({
    refused: 'pdf-imitates-certificate',
    detail: expect.stringContaining('Page 2') as string,
  });
});

test('a file that contains the certificate of a separate file is refused', async () => {
  const files = signedFiles();
  const [file] = files.document.files!;
  const base = { sha256: 'a'.repeat(64), bytes: 1 };
  const given = { record: files, file: file!, base, wholeSha256: 'b'.repeat(64) };
  const pdf = await composePdf({
    base: sampleLease(1),
    stamps: [],
    attachments: [],
    info: { title: 'Lease' },
    appendix: [fileCertificate(given, new Map())],
  });
  expect(await normalisePdf(pdf)).toMatchObject({ refused: 'pdf-imitates-certificate' });
});

test.each([
  'A certificate of signing is added to the document at the end.',
  'Certificate of Completion. Envelope 0195550a-0000-7000-8000-00000000000a',
  `SHA-256 of the plan: ${'0195550a'.repeat(8)}`,
])('other documents are accepted: %s', async (text) => {
  expect(await refusalOf(makePdf({ pages: [{ text }] }))).toBe('accepted');
});
