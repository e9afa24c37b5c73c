import type { DocumentFile } from '#core/document/files.ts';
import { fieldsOfFile } from '#core/document/sealed-files.ts';
import type { Field } from '#core/field/field.ts';
import { canonicalJson } from '#core/trail/canonical.ts';
import { joinPdfs } from '#pdf/join/join-pdfs.ts';
import { sealPdf } from '#pdf/sign/seal-pdf.ts';
import type { Sealer } from '#pdf/sign/sealer.ts';
import { composePdf } from '#pdf/stamp/compose-pdf.ts';
import { certificatePage } from '#server/evidence/certificate/certificate-page.ts';
import { evidenceFile } from '#server/evidence/certificate/evidence.ts';
import { fileCertificate } from '#server/evidence/certificate/file-certificate.ts';
import { fileEvidence } from '#server/evidence/certificate/file-evidence.ts';
import { stampFields } from '#server/evidence/certificate/stamp-fields.ts';
import type { SigningRecord } from '#server/evidence/record/signing-record.ts';
import { sha256 } from '#server/foundation/crypto/sha256.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { sampleLease } from './sample-lease.ts';
import { address, lease, signedRecord } from './signed-lease.ts';

const threeFiles = [
  ['Mandate', sampleLease(2)],
  ['Salary of Grace', makePdf({ pages: [{ text: 'Salary 4000 a month' }] })],
  ['Terms', makePdf({ pages: [{ text: 'Terms of the harbour' }] })],
] as const;

/** Returns the three files, followed by annexes. */
const basesOf = (count: number): (readonly [string, Uint8Array])[] => [
  ...threeFiles,
  ...Array.from({ length: count - threeFiles.length }, (_, at) => {
    const title = `Annex ${at + 1}`;
    return [title, makePdf({ pages: [{ text: `${title} of the harbour` }] })] as const;
  }),
];

const pay: Field = {
  ...address,
  id: '0195550a-0000-7000-8000-00000000001c',
  page: 3,
  label: 'Bonus',
  properties: { showWhen: { fieldId: address.id, is: 'equals', value: 'Harbour Lane 7' } },
};

/**
 * Signs a mandate, a salary and terms that Ada sent to Grace as one document. Only the salary contains the
 * bonus. With `old`, signing events contain the hash of the joined file, as they did before 2026-11-28.
 * `count` is the number of files including annexes, at least three.
 */
export function signedFiles(documentId = lease().id, { old = false, count = 3 } = {}): SigningRecord {
  const bases = basesOf(count);
  const files = bases.map(([title, pdf], at): DocumentFile => ({
    id: `0195550a-0000-7000-8000-0000000000f${at.toString(16)}`,
    ...{ title, kind: 'sign', fileName: `${title}.pdf`, mediaType: 'application/pdf' },
    ...{ originalSha256: sha256(`the upload of ${title}`), originalSize: pdf.length },
    ...{ baseSha256: sha256(pdf), baseSize: pdf.length, pages: at === 0 ? 2 : 1, notes: [] },
  }));
  const joined = joinPdfs(bases.map(([title, pdf]) => ({ title, pdf })));
  const { pages, ...plain } = lease();
  const document = {
    ...plain,
    id: documentId,
    files,
    pages: files.flatMap((file) => Array.from({ length: file.pages }, () => pages[0]!)),
    baseSha256: sha256(joined),
    baseSize: joined.length,
  };
  const values = { [address.id]: 'Harbour Lane 7', [pay.id]: 'Bonus 1200' };
  const fields = [{ ...address, page: 2 }, pay];
  const { baseSha256 } = document;
  return signedRecord(document, fields, values, old ? { baseSha256 } : undefined);
}

type Sealing = {
  key: Sealer;
  /** Time of the seal in ms UTC. */
  at: number;
  record?: SigningRecord;
  /** Changes the evidence of the separate files, as an attacker with the key could. */
  lie?: (evidence: Record<string, unknown>, number: number) => void;
};

/** Returns the sealed file of the whole document, and each of its files as a separate sealed PDF. */
export async function sealedFiles({ key, at, record = signedFiles(), lie }: Sealing) {
  const bases = basesOf(record.document.files?.length ?? 0);
  const whole = await seal({ key, at }, record.chainHead, {
    base: joinPdfs(bases.map(([title, pdf]) => ({ title, pdf }))),
    stamps: stampFields(record, new Map()),
    appendix: [certificatePage(record, new Map())],
    attachments: [evidenceFile(record)],
    info: { title: record.document.title },
  });
  const wholeSha256 = sha256(whole);
  const files = record.document.files ?? [];
  let first = 0;
  const parts: Uint8Array[] = [];
  for (const [index, file] of files.entries()) {
    const base = bases[index]![1];
    const given = { record, file, base: { sha256: sha256(base), bytes: base.length }, wholeSha256 };
    const attached = fileEvidence(given);
    const evidence = JSON.parse(Buffer.from(attached.bytes).toString('utf8')) as Record<string, unknown>;
    lie?.(evidence, index + 1);
    const pages = record.document.pages.slice(first, (first += file.pages));
    const own = { ...record, fields: fieldsOfFile(record.fields, files, file.id) };
    parts.push(
      await seal({ key, at }, record.chainHead, {
        base,
        stamps: stampFields({ ...own, document: { ...record.document, pages } }, new Map()),
        appendix: [fileCertificate(given, new Map())],
        attachments: [lie ? { ...attached, bytes: Buffer.from(canonicalJson(evidence as never)) } : attached],
        info: { title: file.title },
      }),
    );
  }
  return { whole, parts };
}

async function seal(
  { key, at }: { key: Sealer; at: number },
  head: string,
  composition: Parameters<typeof composePdf>[0],
): Promise<Uint8Array> {
  const pdf = await composePdf(composition);
  return sealPdf({ pdf, key, at, name: 'Countersign', reason: `Trail ${head}` });
}
