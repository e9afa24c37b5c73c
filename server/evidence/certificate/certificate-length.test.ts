import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { languages, type Language } from '#core/language/language.ts';
import { openPdf } from '#pdf/read/open-pdf.ts';
import { composePdf } from '#pdf/stamp/compose-pdf.ts';
import { leaseOfMany } from '#testing/documents/many-signers.ts';
import { longRun } from '#testing/long-run.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { certificatePage } from './certificate-page.ts';

const by = {
  operator: 'Harbour Notary Ltd',
  country: 'GB',
  verifyUrl: 'https://sign.harbour.example/verify',
  fingerprint: 'ab'.repeat(32),
};
const maxPages: Record<number, number> = { 1: 2, 2: 2, 6: 3, 20: 4 };

/** If this variable names a folder, the test saves the certificates there for inspection. */
const folder = process.env['CERTIFICATES_TO'];
const tried = longRun
  ? languages.flatMap((language) => [1, 2, 6, 20].map((people) => [people, language] as const))
  : ([
      [2, 'de'],
      [20, 'fr'],
    ] as const);

describe('the length of a certificate', () => {
  test.each(tried)(
    'the certificate of %i people in %s has no more pages than necessary',
    async (people, language) => {
      const bytes = await certificateOf(people, language);
      if (folder !== undefined) {
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, `${language}-${people}.pdf`), bytes);
      }
      expect(openPdf(bytes).pageCount - 1).toBeLessThanOrEqual(maxPages[people]!);
    },
  );

  test('the certificate has the page size of the document, or A4 if the document’s pages are too small', async () => {
    expect(certificatePage(leaseOfMany(2, 'en', 612, 792), new Map()).paper).toEqual({
      width: 612,
      height: 792,
    });
    expect(certificatePage(leaseOfMany(2, 'en', 300, 420), new Map()).paper).toMatchObject({ width: 595.28 });
    expect(openPdf(await certificateOf(2, 'en', 612, 792)).pageCount - 1).toBeLessThanOrEqual(2);
  });
});

function certificateOf(
  people: number,
  language: Language,
  width?: number,
  height?: number,
): Promise<Uint8Array> {
  return composePdf({
    base: makePdf({ pages: [{ content: '' }] }),
    stamps: [],
    appendix: [certificatePage(leaseOfMany(people, language, width, height), new Map(), by)],
    attachments: [],
    info: { title: 'Lease' },
  });
}
