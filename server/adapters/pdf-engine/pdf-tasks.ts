import { isFaceName } from '#pdf/fonts/faces.ts';
import { normalisePdf } from '#pdf/normalise/normalise-pdf.ts';
import { drawThumbnail } from '#pdf/render/draw-thumbnail.ts';
import { findPlaces } from '#pdf/render/find-places.ts';
import { inspectAdditions, type Finding } from '#pdf/render/inspect-additions.ts';
import { lookUnder } from '#pdf/render/look-under.ts';
import { trySeal } from '#pdf/sign/try-seal.ts';
import { joinFile } from '#pdf/stamp/append-revision.ts';
import { composeRevision } from '#pdf/stamp/compose-pdf.ts';
import { fitText } from '#pdf/text/fit-text.ts';
import { checkDocx } from '../docx/check-docx.ts';
import type { Added, Addition, BoxedText, Fit, PdfEngine, Trial } from '../../ports/pdf-engine.ts';

export type PdfTasks = Omit<PdfEngine, 'close'>;

/** What an engine does, wherever it runs. */
export const pdfTasks: PdfTasks = {
  checkDocx,
  normalise: normalisePdf,
  findPlaces,
  add,
  lookUnder,
  tryOut,
  thumbnail: drawThumbnail,
  fit: (texts) => Promise.resolve(texts.map(fitOne)),
};

async function add({ composition, additions }: Addition): Promise<Added> {
  const { base } = composition;
  const revision = await composeRevision(composition);
  const wrong = await inspectAdditions({ ...additions, base, added: joinFile([base, revision]) });
  return wrong ? { wrong } : { revision };
}

async function tryOut({ at, ...addition }: Trial): Promise<Finding | undefined> {
  const added = await add(addition);
  if ('wrong' in added) return added.wrong;
  const wrong = await trySeal({ pdf: addition.composition.base, revision: added.revision }, at);
  return wrong === undefined ? undefined : { sentence: wrong };
}

function fitOne({ text, width, height, face }: BoxedText): Fit {
  const chosen = face !== undefined && isFaceName(face) ? { face } : {};
  const { fits, unshapeable } = fitText(text, { width, height, ...chosen });
  return { fits, unprintable: unshapeable };
}
