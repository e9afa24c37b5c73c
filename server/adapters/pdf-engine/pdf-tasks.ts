import { isFaceName } from '#pdf/fonts/faces.ts';
import { normalisePdf } from '#pdf/normalise/normalise-pdf.ts';
import { drawThumbnail } from '#pdf/render/draw-thumbnail.ts';
import { findPlaces } from '#pdf/render/find-places.ts';
import { inspectAdditions } from '#pdf/render/inspect-additions.ts';
import { composePdf } from '#pdf/stamp/compose-pdf.ts';
import { fitText } from '#pdf/text/fit-text.ts';
import type { BoxedText, Fit, PdfEngine } from '../../ports/pdf-engine.ts';

export type PdfTasks = Omit<PdfEngine, 'close'>;

/** What an engine does, wherever it runs. */
export const pdfTasks: PdfTasks = {
  normalise: normalisePdf,
  findPlaces,
  compose: composePdf,
  inspect: inspectAdditions,
  thumbnail: drawThumbnail,
  fit: (texts) => Promise.resolve(texts.map(fitOne)),
};

function fitOne({ text, width, height, face }: BoxedText): Fit {
  const chosen = face !== undefined && isFaceName(face) ? { face } : {};
  const { fits, unshapeable } = fitText(text, { width, height, ...chosen });
  return { fits, unprintable: unshapeable };
}
