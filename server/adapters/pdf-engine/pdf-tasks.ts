import { isFaceName } from '#pdf/fonts/faces.ts';
import { normalisePdf } from '#pdf/normalise/normalise-pdf.ts';
import { drawThumbnail } from '#pdf/render/draw-thumbnail.ts';
import { findPlaces } from '#pdf/render/find-places.ts';
import { inspectAdditions, type Finding } from '#pdf/render/inspect-additions.ts';
import { lookUnder } from '#pdf/render/look-under.ts';
import { trySeal } from '#pdf/sign/try-seal.ts';
import { composePdf } from '#pdf/stamp/compose-pdf.ts';
import { fitText } from '#pdf/text/fit-text.ts';
import { checkDocx } from '../docx/check-docx.ts';
import type { BoxedText, Fit, PdfEngine, Trial } from '../../ports/pdf-engine.ts';

export type PdfTasks = Omit<PdfEngine, 'close'>;

/** What an engine does, wherever it runs. */
export const pdfTasks: PdfTasks = {
  checkDocx,
  normalise: normalisePdf,
  findPlaces,
  compose: composePdf,
  inspect: inspectAdditions,
  lookUnder,
  tryOut,
  thumbnail: drawThumbnail,
  fit: (texts) => Promise.resolve(texts.map(fitOne)),
};

async function tryOut({ composition, additions, at }: Trial): Promise<Finding | undefined> {
  const { base } = composition;
  const added = await composePdf(composition);
  const found = await inspectAdditions({ ...additions, base, added });
  if (found) return found;
  const wrong = await trySeal(added, at);
  return wrong === undefined ? undefined : { sentence: wrong };
}

function fitOne({ text, width, height, face }: BoxedText): Fit {
  const chosen = face !== undefined && isFaceName(face) ? { face } : {};
  const { fits, unshapeable } = fitText(text, { width, height, ...chosen });
  return { fits, unprintable: unshapeable };
}
