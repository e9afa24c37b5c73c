import { refuseUpload } from '#core/upload-refusal.ts';
import type { FileRefusal, PdfEngine } from '../../ports/pdf-engine.ts';

const tooComplex: FileRefusal = {
  refused: 'pdf-too-complex',
  detail: 'This PDF takes too much time or memory to open. Print it to a new PDF and upload that.',
};

const largePicture: FileRefusal = {
  refused: 'picture-too-large',
  detail: 'This picture takes too much time or memory to read. Make it smaller and upload it again.',
};

type Answers = { [Task in Exclude<keyof PdfEngine, 'memory'>]?: Awaited<ReturnType<PdfEngine[Task]>> };

/**
 * The result of each task for a file that exceeds the limits. A task without an entry fails instead, because
 * its result is required.
 */
export const tooMuch = {
  checkDocx: refuseUpload(
    'word-too-complex',
    'This Word document takes too much time or memory to read. Save it as PDF and upload that.',
  ),
  checkMarkup: refuseUpload(
    'markup-too-large',
    'This file takes too much time or memory to read. Simplify it, or upload it as PDF.',
  ),
  pictureToPdf: largePicture,
  plainPicture: largePicture,
  normalise: tooComplex,
  arrangePages: tooComplex,
  removeAnchors: tooComplex,
  prepareSigned: tooComplex,
  markAsTest: tooComplex,
  join: tooComplex,
  findPlaces: [],
  findLostWords: [],
  matchPages: false,
  lookUnder: undefined,
  tryOut: {
    sentence: 'The file takes too much time or memory to render.',
    passing: true,
  },
  thumbnail: undefined,
  judge: undefined,
} satisfies Answers;
