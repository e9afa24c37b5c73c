import { expect, test } from 'vitest';
import { canonicalJson } from '#core/trail/canonical.ts';
import { sealPdf } from '#pdf/sign/seal-pdf.ts';
import { composePdf } from '#pdf/stamp/compose-pdf.ts';
import { certificatePage } from '#server/evidence/certificate/certificate-page.ts';
import { evidenceFile } from '#server/evidence/certificate/evidence.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { leaseEvidence, sealedLease } from '#testing/documents/sealed-lease.ts';
import { signedLease } from '#testing/documents/signed-lease.ts';
import { readAloud } from '#testing/judges/look-at.ts';
import { makeSealChain } from '#testing/pki/seal-chain.ts';
import { print } from './command/print.ts';
import { ReportFormatter } from './report-formatter.ts';
import { verifyFile } from './verify-file.ts';
import en from './words/en.json' with { type: 'json' };

const at = Date.UTC(2026, 10, 20, 13, 30, 0);
const record = signedLease();
const words = 'The certificate is pages 2–3 of 3. Every page before it belongs to the document.';

test('the verifier and the certificate report the same page numbers', async () => {
  const key = await makeSealChain();
  const sealed = await sealedLease({ key, at });
  const report = await verifyFile(sealed, { roots: [key.root], now: at });
  expect(report).toMatchObject({
    verdict: 'genuine',
    story: { certificate: { first: 2, last: 3, of: 3 } },
  });
  expect(print(report, new ReportFormatter(en, 'en'))).toContain(words);
  const printed = await readAloud(sealed, 2);
  expect(printed).toContain('This certificate is pages 2–3 of 3 of this file.');
  expect(printed).toContain('Page 2 of 3 of this file');
  expect(await readAloud(sealed, 3)).toContain('Page 3 of 3 of this file');
});

test('pages of the document that imitate a certificate are not reported as the certificate', async () => {
  const key = await makeSealChain();
  const other = { ...record, sender: { ...record.sender, name: 'Linus Berg' } };
  const base = await composePdf({
    base: sampleLease(1),
    stamps: [],
    attachments: [],
    info: { title: 'Lease' },
    appendix: [certificatePage(other, new Map())],
  });
  const [page] = record.document.pages;
  const document = { ...record.document, pages: [page!, page!, page!], baseSize: base.length };
  const evidence = leaseEvidence();
  Object.assign(evidence.document, { pages: document.pages });
  const bytes = Buffer.from(canonicalJson(evidence));
  const composed = await composePdf({
    base,
    stamps: [],
    info: { title: 'Lease' },
    appendix: [certificatePage({ ...record, document }, new Map())],
    attachments: [{ ...evidenceFile(record), bytes }],
  });
  const sealed = await sealPdf({
    pdf: composed,
    key,
    at,
    name: 'Countersign',
    reason: `Trail ${record.chainHead}`,
  });
  const { story } = await verifyFile(sealed, { roots: [key.root], now: at });
  expect(story?.certificate).toEqual({ first: 4, last: 5, of: 5 });
});

test('a certificate that does not print the end of the trail is not reported', async () => {
  const key = await makeSealChain();
  const sealed = await sealedLease({ key, at, printed: 'a'.repeat(64) });
  const { verdict, story } = await verifyFile(sealed, { roots: [key.root], now: at });
  expect(verdict).toBe('contradicts');
  expect(story?.certificate).toBeUndefined();
});
