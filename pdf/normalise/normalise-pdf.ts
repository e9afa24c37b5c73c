import { compareEngines, PATIENT } from '../compare/compare-engines.ts';
import { isEngineFailure } from '../render/engine-failure.ts';
import type { PageLayout } from '../render/page-layout.ts';
import type { AnchorPlace } from '../render/find-places.ts';
import { openExaminer, type Examined, type FileFinding } from '../render/find-unseen.ts';
import type { Reader } from '../content/number-words.ts';
import {
  discardPdfium,
  loadPdfium,
  openDocument,
  openIsolatedRenderer,
  openRenderer,
  startMeasuring,
  type Renderer,
  type ScaledImage,
} from '../render/pdfium.ts';
import { buildDocument, type BuiltDocument } from './build-document.ts';
import { areUnequal, compareRendering, firstDifference } from './one-reading/compare-rendering.ts';
import { findRefusal, havePaperSize } from './find-refusal.ts';
import {
  MAX_PAGES,
  cannotBePreparedOn,
  imitatesCertificate,
  malformedContent,
  pictureDamaged,
  programsDisagree,
  refusals,
  type PdfRefusal,
} from './source/refusals.ts';
import {
  generateAppearances,
  openGenerated,
  saveCopy,
  type Wanted,
} from './annotations/generate-appearances.ts';
import { incompleteValues } from './annotations/incomplete-values.ts';
import { InflateBudget, TooComplex } from './source/inflate-budget.ts';
import { openPageReader } from './read-pages.ts';
import { maxWords, recordReadings, recordValues } from './record-readings.ts';
import { readLayers } from './source/layers.ts';
import type { PageGeometry } from './source/page-geometry.ts';
import { collectPages } from './source/page-tree.ts';
import { SourceFile, XrefMismatch, type OpenFailure } from './source/source-file.ts';

export type { PageGeometry } from './source/page-geometry.ts';
export type { PdfRefusal } from './source/refusals.ts';

export type Normalised = {
  /** One revision without encryption, forms, scripts or layers; later revisions only add stamps and seals. */
  bytes: Uint8Array;
  pages: PageGeometry[];
  /** Codes of everything that was flattened, removed or repaired, in alphabetical order; see changes.ts. */
  changes: string[];
  /** Notes on the pages that the sender should read before anyone signs. */
  findings: FileFinding[];
  /** Texts such as {{signature:1}}, which mark the position of a field. */
  anchors: AnchorPlace[];
  /** The words and lines of the pages; empty for pages that were not read in time. */
  layouts: PageLayout[];
};

const FLATTEN_AS_SHOWN = 0;

type Attempt =
  | {
      built: BuiltDocument;
      /** The file that the result must look like. */
      reference: Uint8Array;
      /** The upload is kept, so all its pages have to look like the result. */
      isKept: boolean;
      /** Annotations and fields whose appearance was generated here. */
      drawn: readonly Wanted[];
      /** Returns the file as another program reads it. */
      readBy(reader: Reader, falseTexts?: ReadonlySet<string>): BuiltDocument;
    }
  | PdfRefusal;

/**
 * Rewrites an uploaded PDF as a new file that looks the same and contains nothing else (P-01 to P-06). Tries
 * four ways in turn: by its cross-reference table, by scanning for objects, through PDFium's rewrite, and
 * through that rewrite with PDFium's flattening. Uses the first whose pages look like the original in PDFium.
 * Run it in a process that can be killed, since a hostile file can use much time and memory.
 */
export async function normalisePdf(bytes: Uint8Array): Promise<Normalised | PdfRefusal> {
  return looksLikePdf(bytes) ? withPdfium(() => normaliseByAnyWay(bytes)) : refusals.notAPdf;
}

async function withPdfium(
  normalise: () => Promise<Normalised | PdfRefusal>,
): Promise<Normalised | PdfRefusal> {
  try {
    await loadPdfium();
    return await normalise();
  } catch (error) {
    if (error instanceof TooComplex) return refusals.tooComplex;
    if (!isEngineFailure(error)) throw error;
    discardPdfium();
    return refusals.tooComplex;
  }
}

/**
 * Returns the base file of an upload whose signatures are kept, read in the only way that repairs nothing.
 * The result has to look like the upload, with its annotations as they are.
 */
export async function normaliseSigned(bytes: Uint8Array): Promise<NormalisedSigned | PdfRefusal> {
  let made: BuiltDocument | undefined;
  const prepared = await withPdfium(async () => {
    const open = (source: Uint8Array, budget: InflateBudget) => SourceFile.openByXref(source, budget);
    const attempt = await rewrite(bytes, bytes, open, true);
    if ('refused' in attempt) return attempt;
    made = attempt.built;
    return check(attempt, bytes);
  });
  if ('refused' in prepared || made === undefined) return 'refused' in prepared ? prepared : refusals.damaged;
  const { embedded, withOtherGlyphs: other } = made;
  // A page has a code that a glyph map lacks: programs draw different glyphs for it.
  const drawsOther = other !== undefined && (await areUnequal(made.bytes, other));
  return { ...prepared, settled: made.settled || drawsOther, embedded };
}

/** `settled`: something was changed that programs draw differently. `embedded`: names of embedded fonts. */
export type NormalisedSigned = Normalised & Pick<BuiltDocument, 'settled' | 'embedded'>;

async function normaliseByAnyWay(bytes: Uint8Array): Promise<Normalised | PdfRefusal> {
  let refusal: PdfRefusal | undefined;
  for (const way of WAYS) {
    const attempt = await way(bytes);
    if (attempt === undefined) continue;
    if ('refused' in attempt) {
      // If another way got further, the refusal of a rewritten copy no longer applies to the file.
      if (attempt !== refusals.damaged && (refusal ?? refusals.damaged) === refusals.damaged) return attempt;
      refusal ??= attempt;
      continue;
    }
    const checked = await check(attempt, bytes);
    // Repairing the file another way does not help if PDF readers interpret its content differently.
    if (!('refused' in checked) || ASKED_ONCE.has(checked.refused)) return checked;
    refusal = checked;
  }
  return refusal ?? refusals.damaged;
}

const ASKED_ONCE: ReadonlySet<PdfRefusal['refused']> = new Set([
  'pdf-malformed-content',
  'pdf-programs-disagree',
]);

/** Time in milliseconds. A file that took longer to compare is not compared again. */
const soon = 3000;

/**
 * Compares the new file with the file it was built from, as a person would see them. If they differ, compares
 * them again, each in a separate engine, because PDFium's rendering of some letters depends on what it drew
 * before (pdf/render/inspect-additions.ts). Letters without widths always depend on it.
 */
async function check(
  attempt: Exclude<Attempt, PdfRefusal>,
  original: Uint8Array,
): Promise<Normalised | PdfRefusal> {
  if (attempt.built.hasMeasuredFonts) return look(attempt, original, openIsolatedRenderer);
  const began = performance.now();
  const checked = await look(attempt, original, openRenderer);
  const differs = 'refused' in checked && checked.refused === 'pdf-cannot-be-prepared';
  const again = differs && performance.now() - began < soon;
  return again ? look(attempt, original, openIsolatedRenderer) : checked;
}

async function look(
  { built, reference, isKept, drawn, readBy }: Exclude<Attempt, PdfRefusal>,
  original: Uint8Array,
  open: typeof openIsolatedRenderer,
): Promise<Normalised | PdfRefusal> {
  const [damaged] = built.pictures.damaged;
  if (damaged !== undefined) return pictureDamaged(damaged + 1);
  const unclear = built.readings.find((reading) => reading.unclear.length > 0);
  if (unclear !== undefined) return malformedContent(unclear.page + 1, unclear.unclear[0] ?? '');
  const shown = await open(built.bytes);
  if ('failed' in shown) return refusals.cannotBePrepared;
  try {
    const { pages } = built;
    const examiner = openExaminer(shown, pages);
    const mayShowMore = built.changes.has('repaired');
    const reader = openPageReader(shown, pages);
    const alsoLook = (index: number, image: ScaledImage): void => {
      examiner.look(index, image);
      reader.read(index);
    };
    const options = { pages, mayShowMore, everyPage: isKept, alsoLook, open };
    const comparison = await compareRendering(reference, shown, options);
    const examined = examiner.finish(comparison === 'same' ? undefined : 'pictures');
    if (examined.unreadable !== undefined) return pictureDamaged(examined.unreadable + 1);
    if (examined.imitation !== undefined) return imitatesCertificate(examined.imitation + 1);
    if (comparison === 'shows-nothing') return refusals.damaged;
    if (comparison !== 'same') return cannotBePreparedOn(comparison.page + 1);
    const malformed = await findMalformed(built, shown, readBy, open);
    if (malformed) return malformed;
    const { glyphsIn } = reader;
    const { embedded } = built;
    const engines = await compareEngines(built.bytes, glyphsIn, pages, {
      embedded,
      ...(isKept && { enough: PATIENT }),
    });
    if (engines.result === 'unreadable') return refusals.cannotBePrepared;
    if (engines.result === 'apart') return programsDisagree(engines.apart);
    recordReadings(examined.findings, engines);
    recordValues(examined.findings, incompleteValues(drawn, glyphsIn));
    const texts = new Set(engines.falseTexts);
    const bytes = texts.size === 0 ? built.bytes : readBy('pdfium', texts).bytes;
    return await finish({ ...built, bytes }, examined, { original, layouts: reader.layouts() });
  } finally {
    shown.close();
  }
}

/** Maximum number of pages with malformed content that are compared in all readings. */
const MAX_MALFORMED = 50;

/**
 * Returns the first page that looks different in another program's reading of malformed content. If all
 * readings look the same, any of them can be used.
 */
async function findMalformed(
  built: BuiltDocument,
  shown: Renderer,
  readBy: (reader: Reader) => BuiltDocument,
  open: typeof openIsolatedRenderer,
): Promise<PdfRefusal | undefined> {
  const readings = built.readings.slice(0, MAX_MALFORMED);
  for (const reader of new Set(readings.flatMap((reading) => [...reading.readers]))) {
    const other = await open(readBy(reader).bytes);
    if ('failed' in other)
      return malformedContent((readings[0]?.page ?? 0) + 1, readings[0]?.irregular[0] ?? '');
    try {
      const pages = readings.filter(({ readers }) => readers.has(reader));
      const page = firstDifference(
        shown,
        other,
        pages.map((reading) => reading.page),
      );
      const found = pages.find((reading) => reading.page === page);
      if (found !== undefined) return malformedContent(found.page + 1, found.irregular[0] ?? '');
    } finally {
      other.close();
    }
  }
  return undefined;
}

const WAYS: ((bytes: Uint8Array) => Promise<Attempt | undefined>)[] = [
  (bytes) => rewrite(bytes, bytes, (source, budget) => SourceFile.openByXref(source, budget)),
  (bytes) => rewrite(bytes, bytes, (source, budget) => SourceFile.openByScan(source, budget)),
  (bytes) => rewriteCopy(bytes, false),
  (bytes) => rewriteCopy(bytes, true),
];

/** Returns PDFium's rewrite of the file; on the last attempt PDFium also flattens the annotations. */
async function rewriteCopy(bytes: Uint8Array, flatten: boolean): Promise<Attempt | undefined> {
  const copy = await pdfiumCopy(bytes, flatten);
  if (copy === undefined) return undefined;
  const attempt = await rewrite(copy, bytes, (source, budget) => SourceFile.openByXref(source, budget));
  if ('built' in attempt) attempt.built.changes.add('repaired');
  return attempt;
}

/** The result has to look like `original`, unless appearances had to be generated. */
async function rewrite(
  bytes: Uint8Array,
  original: Uint8Array,
  open: (bytes: Uint8Array, budget: InflateBudget) => SourceFile | OpenFailure,
  keepsSignatures = false,
): Promise<Attempt> {
  try {
    const file = open(bytes, new InflateBudget());
    if (typeof file === 'string') return FAILURES[file];
    const pages = collectPages(file, MAX_PAGES);
    const refusal = findRefusal(file, pages, original, keepsSignatures);
    if (refusal !== undefined) return refusal;
    // Also applies the limits before PDFium reads the file.
    const build = () => buildDocument(file, pages, () => undefined, 'pdfium', undefined, keepsSignatures);
    const first = build();
    const built = (await startMeasuring()) ? build() : first;
    if (!havePaperSize(built.pages)) return refusals.pageSize;
    if (built.printsMore) return refusals.printsOtherwise;
    // The uploaded file keeps its annotations, so nothing is generated for them.
    const generated = keepsSignatures ? undefined : await generateAppearances(file, pages, readLayers(file));
    if (generated === 'value-cut') return refusals.cannotBePrepared;
    const readBy = (reader: Reader, falseTexts?: ReadonlySet<string>): BuiltDocument =>
      buildDocument(
        file,
        pages,
        (output) => generated && openGenerated(generated, output),
        reader,
        falseTexts,
      );
    if (generated === undefined)
      return { built, reference: original, isKept: keepsSignatures, drawn: [], readBy };
    const { bytes: reference, wanted: drawn } = generated;
    return { built: readBy('pdfium'), reference, isKept: false, drawn, readBy };
  } catch (error) {
    if (error instanceof XrefMismatch) return refusals.damaged;
    throw error;
  }
}

const FAILURES: Record<OpenFailure, PdfRefusal> = {
  damaged: refusals.damaged,
  password: refusals.password,
  'protection-unknown': refusals.protection,
};

async function pdfiumCopy(bytes: Uint8Array, flatten: boolean): Promise<Uint8Array | undefined> {
  const pdfium = await loadPdfium();
  const opened = openDocument(pdfium, bytes);
  if ('failed' in opened) return undefined;
  try {
    const pages = flatten ? Math.min(pdfium.FPDF_GetPageCount(opened.document), MAX_PAGES) : 0;
    for (let index = 0; index < pages; index++) {
      const page = pdfium.FPDF_LoadPage(opened.document, index);
      if (page === 0) continue;
      pdfium.FPDFPage_Flatten(page, FLATTEN_AS_SHOWN);
      pdfium.FPDF_ClosePage(page);
    }
    return saveCopy(pdfium, opened.document);
  } finally {
    opened.free();
  }
}

async function finish(
  built: BuiltDocument,
  { findings, anchors }: Examined,
  { original, layouts }: { original: Uint8Array; layouts: PageLayout[] },
): Promise<Normalised> {
  const { bytes, pages } = built;
  const cut = built.pictures.cut.map((page) => page + 1);
  if (cut.length > 0) findings.push({ code: 'pictures-cut', pages: cut, words: [] });
  const { lost, screenOnly } = built;
  if (screenOnly.length > 0) findings.push({ code: 'layers-screen-only', pages: screenOnly, words: [] });
  if (lost.length > 0) {
    const words = [...new Set(lost.map((one) => one.words))].slice(0, maxWords);
    findings.push({ code: 'annotations-lost', pages: [...new Set(lost.map(({ page }) => page))], words });
  }
  const read = await countPages(original);
  // PDFium finds no pages in a damaged file, which is already reported.
  if (read !== undefined && read > 0 && read !== pages.length)
    findings.push({ code: 'pages-in-doubt', pages: [], words: [String(read), String(pages.length)] });
  return { bytes, pages, changes: [...built.changes].sort(), findings, anchors, layouts };
}

/** Returns the number of pages that PDFium finds; undefined if it cannot open the file. */
async function countPages(bytes: Uint8Array): Promise<number | undefined> {
  const file = await openRenderer(bytes);
  if ('failed' in file) return undefined;
  const { pageCount } = file;
  file.close();
  return pageCount;
}

/**
 * S-21: rejects other formats that contain a PDF after their own header. White space before the header is
 * accepted.
 */
function looksLikePdf(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1');
  return head.includes('%PDF-') && !/^(PK|GIF8|\x89PNG|\xff\xd8|MZ|\x7fELF|\s*<)/.test(head);
}
