import { boxToPage } from '#core/field/layout/geometry.ts';
import { suggestFields } from '#core/field/suggest/suggest-fields.ts';
import { isFaceName } from '#pdf/fonts/faces.ts';
import { appendMarks } from '#pdf/countersign/append-marks.ts';
import { inspectCountersigned } from '#pdf/countersign/inspect-countersigned.ts';
import { prepareSigned } from '#pdf/countersign/prepare-signed.ts';
import { tryCountersigning } from '#pdf/countersign/try-countersigning.ts';
import { normalisePdf, type Normalised, type PdfRefusal } from '#pdf/normalise/normalise-pdf.ts';
import { joinFiles } from '#pdf/join/join-files.ts';
import { arrangePages } from '#pdf/pages/arrange-pages.ts';
import { compareLetters, removeAnchors } from '#pdf/anchors/remove-anchors.ts';
import { pictureToPdf } from '#pdf/pictures/picture-to-pdf.ts';
import { readPlainPicture } from '#pdf/pictures/plain-picture.ts';
import { drawThumbnail } from '#pdf/render/draw-thumbnail.ts';
import { isEngineFailure } from '#pdf/render/engine-failure.ts';
import { findLostWords } from '#pdf/render/find-lost-words.ts';
import { matchPages } from '#pdf/render/match-pages.ts';
import { findPlaces } from '#pdf/render/find-places.ts';
import { inspectAdditions, type Finding } from '#pdf/render/inspect-additions.ts';
import { readContentUnder } from '#pdf/render/look-under.ts';
import { discardPdfium } from '#pdf/render/pdfium.ts';
import { createTemporaryKey, dryRunSeal } from '#pdf/sign/dry-run-seal.ts';
import type { Sealer } from '#pdf/sign/sealer.ts';
import { joinFile } from '#pdf/stamp/append-revision.ts';
import { composePdf, composeRevision } from '#pdf/stamp/compose-pdf.ts';
import type { Stamp } from '#pdf/stamp/draw-stamp.ts';
import { fitText } from '#pdf/text/fit-text.ts';
import { verifyFile } from '#verify/verify-file.ts';
import { checkDocx } from '../docx/check-docx.ts';
import { checkMarkup } from '../docx/markup/check-markup.ts';
import { tooMuch } from './too-much.ts';
import type {
  Added,
  Addition,
  AnchorRemoval,
  BaseFile,
  BoxedText,
  CheckedCountersigned,
  Countersigned,
  FileRefusal,
  Fit,
  PageOrder,
  PdfTasks,
  PreparedFile,
  Trial,
  WithoutAnchors,
} from '../../ports/pdf-engine.ts';

/**
 * The tasks of an engine, in whichever process it runs. A failure with one file must not affect later files.
 */
export const pdfTasks: PdfTasks = {
  checkDocx: guarded(checkDocx, tooMuch.checkDocx),
  checkMarkup: guarded(checkMarkup, tooMuch.checkMarkup),
  pictureToPdf: guarded(pictureToPdf, tooMuch.pictureToPdf),
  plainPicture: guarded(readPlainPicture, tooMuch.plainPicture),
  normalise: guarded(normalise, tooMuch.normalise),
  arrangePages: guarded(arrange, tooMuch.arrangePages),
  removeAnchors: guarded(withoutAnchors, tooMuch.removeAnchors),
  prepareSigned: guarded(async (pdf) => withSuggestions(await prepareSigned(pdf)), tooMuch.prepareSigned),
  appendMarks: guarded(({ pdf, marks }) => Promise.resolve(appendMarks(pdf, marks))),
  checkCountersigned: guarded(checkCountersigned),
  markAsTest: guarded(markAsTest, tooMuch.markAsTest),
  join: guarded(joinFiles, tooMuch.join),
  findPlaces: guarded(findPlaces, tooMuch.findPlaces),
  findLostWords: guarded(findLostWords, tooMuch.findLostWords),
  matchPages: guarded(matchPages, tooMuch.matchPages),
  add: guarded(add),
  lookUnder: guarded(readContentUnder, tooMuch.lookUnder),
  tryOut: guarded(tryOut, tooMuch.tryOut),
  thumbnail: guarded(drawThumbnail, tooMuch.thumbnail),
  judge: guarded(({ pdf, ...trust }) => verifyFile(pdf, trust), tooMuch.judge),
  fit: guarded((texts) => Promise.resolve(texts.map(fitOne))),
};

/**
 * Runs a task, and discards PDFium after a crash. `instead` is the result for a file that crashes PDFium;
 * without it the task fails.
 */
function guarded<Input, Output, Instead = never>(
  task: (input: Input) => Promise<Output>,
  ...instead: [] | [Instead]
): (input: Input) => Promise<Output | Instead> {
  return async (input) => {
    try {
      return await task(input);
    } catch (error) {
      if (!isEngineFailure(error)) throw error;
      discardPdfium();
      if (instead.length === 0) throw error;
      return instead[0];
    }
  };
}

async function normalise(pdf: Uint8Array): Promise<PreparedFile | FileRefusal> {
  return withSuggestions(await normalisePdf(pdf));
}

function withSuggestions(normalised: Normalised | PdfRefusal): PreparedFile | FileRefusal {
  if ('refused' in normalised) return normalised;
  const { layouts, ...prepared } = normalised;
  return { ...prepared, suggestions: suggestFields(layouts) };
}

const testWords = 'TEST DOCUMENT · made with a test key · nothing in it was agreed to for real';

async function markAsTest({ pdf, pages }: BaseFile): Promise<Uint8Array | FileRefusal> {
  const stamps = pages.map((page, index) => {
    const { width, height } = page;
    const matrix: Stamp['matrix'] = [...boxToPage(page, { x: 0, y: 0, width, height })];
    return { kind: 'mark' as const, words: testWords, page: index, matrix, width, height };
  });
  const info = { title: 'Test document' };
  const marked = await normalisePdf(
    await composePdf({ base: pdf, stamps, appendix: [], attachments: [], info }),
  );
  return 'refused' in marked ? marked : marked.bytes;
}

function arrange({ pdf, order }: PageOrder): Promise<PreparedFile | FileRefusal> {
  return normalise(arrangePages(pdf, order));
}

async function withoutAnchors({
  pdf,
  words: given,
}: AnchorRemoval): Promise<WithoutAnchors | FileRefusal | undefined> {
  const words = new Set(given);
  const edited = await removeAnchors(pdf, words);
  if (!edited) return undefined;
  const prepared = await normalise(edited.bytes);
  if ('refused' in prepared) return prepared;
  const counts = await compareLetters(edited.pages, prepared.bytes, words);
  return counts && counts.removed > 0 ? { ...prepared, ...counts } : undefined;
}

async function add({ composition, additions }: Addition): Promise<Added> {
  const { base } = composition;
  const revision = await composeRevision(composition);
  const wrong = await inspectAdditions({ ...additions, base, added: joinFile([base, revision]) });
  return wrong ? { wrong } : { revision };
}

async function tryOut({ at, uploaded, ...addition }: Trial): Promise<Finding | undefined> {
  const added = await add(addition);
  if ('wrong' in added) return added.wrong;
  const key = await createTemporaryKey(at);
  const { composition } = addition;
  const tried = await dryRunSeal({ pdf: composition.base, revision: added.revision }, at, key);
  if ('problem' in tried) return { sentence: tried.problem };
  return uploaded && tryToCountersign({ uploaded, composition, record: tried.sealed, key, at });
}

type CountersigningTrial = {
  uploaded: BaseFile;
  composition: Addition['composition'];
  record: Uint8Array;
  key: Sealer;
  at: number;
};

/** Runs all steps that follow the last signature, so that a document that passes can be sealed later. */
async function tryToCountersign({
  uploaded: { pdf: uploaded, pages },
  composition,
  record,
  key,
  at,
}: CountersigningTrial): Promise<Finding | undefined> {
  const { stamps } = composition;
  const tried = await tryCountersigning({ uploaded, stamps, record, key, at });
  if ('problem' in tried) return { sentence: tried.problem };
  const trust = { roots: key.chain.slice(-1), now: at };
  const { report, wrong } = await checkCountersigned({ pdf: tried.pdf, composition, pages, trust });
  // The evidence describes people who have not signed, so only the seal is checked.
  const seal = report.checks.find(({ name }) => name === 'seal');
  if (seal?.result === 'holds') return wrong;
  return { sentence: `The seal is not valid: ${seal?.findings.map(({ code }) => code).join(', ')}` };
}

/**
 * Final check of a countersigned file: verifies it as a third party would, and compares its pages with what
 * was signed.
 */
async function checkCountersigned({ trust, ...file }: Countersigned): Promise<CheckedCountersigned> {
  const report = await verifyFile(file.pdf, trust);
  return { report, wrong: await inspectCountersigned(file) };
}

function fitOne({ text, face, ...box }: BoxedText): Fit {
  const chosen = face !== undefined && isFaceName(face) ? { face } : {};
  const { fits, unshapeable } = fitText(text, { ...box, ...chosen });
  return { fits, unprintable: unshapeable };
}
