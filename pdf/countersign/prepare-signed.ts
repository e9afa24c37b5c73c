import type { PdfRefusal } from '../normalise/source/refusals.ts';
import { signedAndOpen } from '../normalise/source/refusals.ts';
import { InflateBudget } from '../normalise/source/inflate-budget.ts';
import { collectPages } from '../normalise/source/page-tree.ts';
import { SourceFile } from '../normalise/source/source-file.ts';
import { normaliseSigned, type Normalised } from '../normalise/normalise-pdf.ts';
import { inWords, readSignatures, type EarlierSignature } from '../normalise/signatures/read-signatures.ts';
import { describeEarlier } from '../verify/countersigned/describe-earlier.ts';
import { readAnyPdf } from '../verify/countersigned/read-any-pdf.ts';
import { MalformedPdf } from '../verify/read-value.ts';
import { findAppendProblem } from './find-append-problem.ts';

/** Changes that neither a reader nor a program notices: the pages show the same, and nothing is active. */
const harmless: ReadonlySet<string> = new Set(['form-flattened', 'annotations-flattened', 'pdfa-removed']);

/** Findings about content that the uploaded file may show, and that the prepared pages lack. */
const lost: ReadonlySet<string> = new Set([
  ...['annotations-lost', 'texts-removed', 'pictures-cut', 'values-incomplete', 'pages-unexamined'],
]);

/**
 * Prepares the pages of a file with signatures, to which marks are later appended. Such a file is not
 * rewritten, so everything that rewriting would repair, remove or decide is a reason to refuse it: only then
 * does every program show the uploaded file as these pages.
 */
export async function prepareSigned(uploaded: Uint8Array): Promise<Normalised | PdfRefusal> {
  const prepared = await normaliseSigned(uploaded);
  if ('refused' in prepared) return prepared;
  const changed = prepared.changes.find((code) => !harmless.has(code));
  if (changed !== undefined) return signedAndOpen(changed);
  if (prepared.findings.some(({ code }) => lost.has(code))) return signedAndOpen('repaired');
  const file = SourceFile.openByXref(uploaded, new InflateBudget());
  if (typeof file === 'string') return signedAndOpen('repaired');
  const signatures = readSignatures(file, collectPages(file, prepared.pages.length), uploaded);
  if (!(await readsAlike(uploaded, signatures))) return signedAndOpen('repaired');
  const trial = { base: prepared.bytes, stamps: [], appendix: [], attachments: [], info: { title: '' } };
  const problem = await findAppendProblem(uploaded, trial, prepared.pages, Date.UTC(2026, 0, 1));
  if (problem !== undefined) return signedAndOpen('repaired');
  // Names the signatures to the sender and the signers.
  const note = { code: 'signed-before' as const, pages: [], words: signatures.map(inWords) };
  return { ...prepared, findings: [...prepared.findings, note] };
}

/**
 * Returns true if the verifier finds the same signatures. It also requires that the newest version of each
 * is the one that the file was signed with: a later revision can repeat a signature elsewhere.
 */
async function readsAlike(uploaded: Uint8Array, signatures: readonly EarlierSignature[]): Promise<boolean> {
  try {
    const earlier = await describeEarlier(await readAnyPdf(uploaded));
    return (
      earlier.length === signatures.length &&
      earlier.every(
        ({ signer, intact }, at) => intact !== false && (signer === '' || signer === signatures[at]?.signer),
      )
    );
  } catch (error) {
    if (error instanceof MalformedPdf) return false;
    throw error;
  }
}
