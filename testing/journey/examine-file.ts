import type { PageSize } from '#contract/documents/documents.ts';
import type { FieldBox } from '#core/field/layout/geometry.ts';
import type { Office } from '../open-office.ts';
import type { Picture } from '../judges/read-ppm.ts';
import { comparePages, drawnByPdfium, drawnByPdfiumAlone, drawnByPoppler } from './compare-pages.ts';
import { annotationsKept, type Lost } from './annotations-kept.ts';
import { enginesDisagree, type Disagreement } from './engines-agree.ts';
import { runJourney, type Journey } from './go-through.ts';
import { judgeSealed, type Judgement } from './judge-sealed.ts';
import { layouts, placeAnywhere } from './place-anywhere.ts';
import { findLostText, wordsOfWordKept, type WordsKept } from './words-kept.ts';

/**
 * Differing pixels outside all boxes, per thousand, on the page with the most. Undefined if the engine cannot
 * be used as a judge, because it does not open the upload or shows a page in a different size than the
 * others.
 */
export type Change = { sinceBase: number | undefined; sinceUpload: number | undefined };

/** Maximum per thousand. Where the upload is ambiguous, as with thin lines, engines differ. */
const unlike = 2;

/** Result if the pictures are not compared. */
const unseen: Change = { sinceBase: undefined, sinceUpload: undefined };

/**
 * Maximum per thousand. Certificates look alike in all engines. A field may be so small that the smoothed
 * edge of a checkbox or of thin ink is a large part of it. A field that is not drawn at all differs by more.
 */
const maxDistance = { certificate: 1, boxes: 40 };

export type Examined = {
  outcome: 'sealed';
  pages: number;
  bytes: number;
  changes: string[];
  judges: Judgement;
  poppler: Change;
  pdfium: Change;
  /**
   * Differences in the added content between PDFium, whose picture was inspected before sealing, and poppler.
   */
  engines: Disagreement | undefined;
  words: WordsKept;
  /** Annotations and field values that appear neither on the pages nor in a note. */
  annotations: Lost[];
};

export type Outcome =
  | Examined
  | { outcome: 'refused'; status: number; reason: string; kept: number }
  | { outcome: 'failed'; reason: string };

/**
 * How thoroughly to check: how many of the first pages, and whether to use third-party tools, which take
 * longer than the journey: pdfsig, openssl, poppler's pictures, and comparing the two engines. PDFium's
 * pictures, qpdf, our own page and the words are always checked.
 */
export type Closeness = { drawn?: number | undefined; strangers?: boolean };

/**
 * Takes a file through the whole journey in a separate account and checks the results: verifiers, pictures of
 * the upload, the base and the sealed file in two engines, and words.
 */
export async function examineFile(
  office: Office,
  name: string,
  bytes: Uint8Array,
  closeness: Closeness = {},
): Promise<Outcome> {
  try {
    const desk = await office.desk();
    const journey = await runJourney(office, desk, { name, bytes, fields: placeAnywhere, layouts });
    if (!('reason' in journey)) return await examine(office, name, { ...journey, upload: bytes }, closeness);
    const { body } = await desk.ask<unknown[]>('/api/documents');
    const { status, reason, drafts } = journey;
    return { outcome: 'refused', status, reason, kept: body.length - drafts };
  } catch (error) {
    return { outcome: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns all faults. Empty if the file was sealed correctly or refused properly. */
export function faultsOf(outcome: Outcome): string[] {
  if (outcome.outcome === 'failed') return [outcome.reason];
  if (outcome.outcome === 'refused') {
    const clean = outcome.status >= 400 && outcome.status < 500 && outcome.reason !== '';
    return [...(clean ? [] : ['no clean refusal']), ...(outcome.kept > 0 ? ['kept something'] : [])];
  }
  const { judges, poppler, pdfium, engines, words, annotations } = outcome;
  const apart =
    engines !== undefined &&
    (engines.certificate > maxDistance.certificate || engines.boxes > maxDistance.boxes);
  const rejecting = Object.entries(judges).filter(([, complaint]) => complaint !== '');
  return [
    ...rejecting.map(([judge]) => `${judge} rejects it`),
    ...((poppler !== unseen && poppler.sinceBase !== 0) || pdfium.sinceBase !== 0
      ? ['drawn over outside of the fields']
      : []),
    ...(looksUnlike(poppler.sinceUpload, pdfium.sinceUpload) ? ['looks different from the upload'] : []),
    ...(apart ? [`two engines show it differently: ${JSON.stringify(engines)}`] : []),
    ...(words.lost.length > 0 ? [`${words.lost.length} words lost`] : []),
    ...annotations.map(({ page, what }) => `page ${page} lacks ${what}`),
  ];
}

/**
 * Engines differ in annotations without an appearance and in damaged parts, so only a change that all engines
 * see counts as a loss.
 */
function looksUnlike(...shares: (number | undefined)[]): boolean {
  const known = shares.filter((share) => share !== undefined);
  return known.length > 0 && Math.min(...known) > unlike;
}

type Files = Journey & { upload: Uint8Array };

async function examine(
  office: Office,
  name: string,
  files: Files,
  { drawn = Infinity, strangers = true }: Closeness,
): Promise<Examined> {
  const { document, sealed, changes, upload } = files;
  const word = name.toLowerCase().endsWith('.docx');
  // A Word file has no pages, so its appearance is compared with the base file.
  const seen = word ? { ...files, upload: files.base } : files;
  return {
    outcome: 'sealed',
    pages: document.pages.length,
    bytes: sealed.length,
    changes,
    judges: await judgeSealed(sealed, office.ports.key.rootPem, { upload, strangers }),
    poppler: strangers ? await compareFiles(seen, drawnByPoppler, drawn) : unseen,
    pdfium: await compareByPdfium(seen, drawn),
    engines: strangers
      ? await enginesDisagree({
          base: files.base,
          sealed,
          pages: document.pages,
          boxes: document.signatureFields,
        })
      : undefined,
    words: await (word ? wordsOfWordKept : findLostText)(upload, sealed),
    annotations: strangers && !word ? await lostSilently(files) : [],
  };
}

/** Codes of notes about content that a page does not show. */
const notesOfLoss: ReadonlySet<string> = new Set(['annotations-lost', 'values-incomplete', 'text-unshown']);

async function lostSilently({ document, base, upload }: Files): Promise<Lost[]> {
  const noted = new Set(
    (document.fileNotes ?? []).flatMap(({ code, pages }) => (notesOfLoss.has(code) ? pages : [])),
  );
  const { lost } = await annotationsKept(upload, base);
  return lost.filter(({ page }) => !noted.has(page));
}

type Draw = (bytes: Uint8Array, pages: number, dpi: number) => Promise<Picture[]>;

/**
 * Some engines draw letters differently depending on what they drew before, so differences are checked again
 * with new engines.
 */
async function compareByPdfium(files: Files, drawn: number): Promise<Change> {
  const change = await compareFiles(files, drawnByPdfium, drawn);
  const alike = change.sinceBase === 0 && change.sinceUpload === 0;
  return alike ? change : compareFiles(files, drawnByPdfiumAlone, drawn);
}

async function compareFiles(
  { document, base, sealed, upload }: Files,
  draw: Draw,
  drawn: number,
): Promise<Change> {
  const { signatureFields } = document;
  const pages = document.pages.slice(0, drawn);
  // Maximum size of a page in pixels, on its longer side.
  const longest = Math.max(...pages.map(({ width, height }) => Math.max(width, height)));
  const dpi = Math.min(60, (1200 / longest) * 72);
  const after = await draw(sealed, pages.length, dpi);
  const since = async (before: Uint8Array, visible: number): Promise<number | undefined> =>
    maxChanged(await draw(before, pages.length, dpi), after, { pages, boxes: signatureFields, visible });
  return {
    sinceBase: await since(base, 8),
    sinceUpload: upload === base ? 0 : await since(upload, 48),
  };
}

function maxChanged(
  before: Picture[],
  after: Picture[],
  { pages, boxes, visible }: { pages: PageSize[]; boxes: FieldBox[]; visible: number },
): number | undefined {
  let most = 0;
  for (const [index, now] of after.entries()) {
    const [old, size] = [before[index], pages[index]];
    if (!old || !size || !sameSize(old, now)) return undefined;
    const own = boxes.filter(({ page }) => page === index + 1);
    const { outside } = comparePages(old, now, size, own, { visible });
    most = Math.max(most, (outside / (now.width * now.height)) * 1000);
  }
  return after.length === 0 ? undefined : most;
}

const sameSize = (a: Picture, b: Picture): boolean =>
  Math.abs(a.width - b.width) <= 1 && Math.abs(a.height - b.height) <= 1;
