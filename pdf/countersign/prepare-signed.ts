import { compareEngines, PATIENT } from '../compare/compare-engines.ts';
import type { ReadGlyph } from '../compare/read-glyphs.ts';
import { lettersIn } from '../normalise/annotations/incomplete-values.ts';
import { normaliseSigned, type Normalised, type NormalisedSigned } from '../normalise/normalise-pdf.ts';
import { inWords, readSignatures, type EarlierSignature } from '../normalise/signatures/read-signatures.ts';
import { InflateBudget } from '../normalise/source/inflate-budget.ts';
import { collectPages } from '../normalise/source/page-tree.ts';
import type { PdfRefusal } from '../normalise/source/refusals.ts';
import { refusals, signedAndLive, signedAndOpen } from '../normalise/source/refusals.ts';
import { SourceFile } from '../normalise/source/source-file.ts';
import { openRenderer } from '../render/pdfium.ts';
import { describeEarlier } from '../verify/countersigned/describe-earlier.ts';
import { readAnyPdf } from '../verify/countersigned/read-any-pdf.ts';
import { MalformedPdf } from '../verify/read-value.ts';
import { findActive, type ActiveContent } from './find-active.ts';
import { findLive, type ShownText } from './find-live.ts';
import { canBeAppended } from './try-countersigning.ts';

/** Changes that affect neither readers nor programs, because the pages look the same and nothing is active. */
const harmless: ReadonlySet<string> = new Set(['form-flattened', 'annotations-flattened', 'pdfa-removed']);

/** Findings about content that the uploaded file may show but the prepared pages do not. */
const lost: ReadonlySet<string> = new Set([
  ...['annotations-lost', 'texts-removed', 'pictures-cut', 'values-incomplete'],
]);

/**
 * Prepares the pages of a signed file for appending marks later. The uploaded file is not rewritten, so anything
 * that rewriting would repair, remove or decide causes a refusal. Otherwise, programs might not show the
 * uploaded file like the prepared pages.
 */
export async function prepareSigned(uploaded: Uint8Array): Promise<Normalised | PdfRefusal> {
  const prepared = await normaliseSigned(uploaded);
  if ('refused' in prepared) return forSigned(prepared);
  const changed = prepared.changes.find((code) => !harmless.has(code));
  if (changed !== undefined) return signedAndOpen(changed);
  const file = SourceFile.openByXref(uploaded, new InflateBudget());
  if (typeof file === 'string') return signedAndOpen('repaired');
  const pages = collectPages(file, prepared.pages.length);
  const { live, texts } = findLive(file, pages);
  const refusal = refuseContent(prepared, findActive(file), live);
  if (refusal) return refusal;
  const signatures = readSignatures(file, pages, uploaded);
  if (!(await readsAlike(uploaded, signatures))) return signedAndOpen('repaired');
  const other = await findOtherDrawing(uploaded, prepared, texts);
  if (other) return other;
  if (!(await canBeAppended(uploaded, Date.UTC(2026, 0, 1)))) return signedAndOpen('repaired');
  const { settled: _settled, embedded: _embedded, ...normalised } = prepared;
  // Lists the earlier signatures for the sender and the signers.
  const note = { code: 'signed-before' as const, pages: [], words: signatures.map(inWords) };
  return { ...normalised, findings: [...normalised.findings, note] };
}

/** Adapts a refusal, because printing or exporting a signed file again would not solve the problem. */
function forSigned(refusal: PdfRefusal): PdfRefusal {
  if (refusal.refused === 'pdf-damaged') return signedAndOpen('repaired');
  if (refusal.refused === 'pdf-prints-differently') return signedAndOpen('layers-flattened');
  if (!redrawn.has(refusal.refused)) return refusal;
  return refusal.page === undefined
    ? signedAndOpen('settled')
    : signedAndLive('drawn-differently', refusal.page);
}

const redrawn: ReadonlySet<PdfRefusal['refused']> = new Set([
  ...(['pdf-cannot-be-prepared', 'pdf-malformed-content', 'pdf-programs-disagree'] as const),
  'pdf-picture-damaged' as const,
]);

function refuseContent(
  { findings, settled }: NormalisedSigned,
  active: ActiveContent | undefined,
  live: ReturnType<typeof findLive>['live'],
): PdfRefusal | undefined {
  if (active) return signedAndOpen(active);
  if (live) return signedAndLive(live.kind, live.page);
  if (findings.some(({ code }) => code === 'pages-unexamined')) return refusals.tooSlow;
  const missing = findings.find(({ code }) => lost.has(code));
  if (missing) return signedAndLive('drawn-differently', missing.pages[0] ?? 1);
  return settled ? signedAndOpen('settled') : undefined;
}

/**
 * Compares the uploaded file in pdf.js, including annotations, with the prepared pages in PDFium, and the values
 * of its fields with what the fields show.
 */
async function findOtherDrawing(
  uploaded: Uint8Array,
  { bytes, pages, embedded }: NormalisedSigned,
  texts: readonly ShownText[],
): Promise<PdfRefusal | undefined> {
  const shown = await openRenderer(bytes);
  if ('failed' in shown) return signedAndOpen('repaired');
  const drawn = new Map<string, string>();
  const keyOf = (page: number, annotation: string): string => `${page} ${annotation}`;
  const collect = (index: number, letters: readonly ReadGlyph[]): void => {
    for (const { annotation, sign } of letters) {
      const key = keyOf(index + 1, annotation);
      drawn.set(key, (drawn.get(key) ?? '') + sign);
    }
  };
  try {
    const glyphsIn = (index: number) => shown.pageGlyphs(index);
    const engines = await compareEngines(uploaded, glyphsIn, pages, {
      embedded,
      withAnnotations: collect,
      enough: PATIENT,
    });
    if (engines.result === 'unreadable') return signedAndOpen('repaired');
    if (engines.result === 'apart') return signedAndLive('drawn-differently', engines.apart.page);
    if (engines.unexamined !== undefined) return refusals.tooSlow;
    const isShown = ({ page, name, text }: ShownText): boolean =>
      lettersIn(text).join('') === lettersIn(drawn.get(keyOf(page, name)) ?? '').join('');
    const hidden = texts.find((text) => !isShown(text));
    return hidden && signedAndLive('value-differs', hidden.page);
  } finally {
    shown.close();
  }
}

/**
 * Returns true if the verifier finds the same signatures. Also requires that the newest version of each is the
 * one that was signed, because a later revision could repeat a signature elsewhere.
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
