import type { Refusal } from '#core/refusal.ts';
import { isRefusal } from '#core/refusal.ts';
import type { CheckedDocx } from '../../ports/pdf-engine.ts';
import { checkContent } from './check/check-content.ts';
import { checkLinks } from './check/check-links.ts';
import { checkContainer } from './check/check-container.ts';
import { checkMainPart } from './check/check-main-part.ts';
import { dropTemplateLink, hasTemplateLink } from './check/drop-template-link.ts';
import { readParts } from './check/read-parts.ts';
import { wantedFonts } from './check/wanted-fonts.ts';

/**
 * Decides on the bytes alone whether a Word document may be shown to the converter (S-21 to S-24): a real
 * wordprocessing package within the limits, without macros, entities or anything that is fetched when it is
 * opened. Refusals are 'upload-refused' with a sentence for the person who uploaded it.
 *
 * It runs in a worker: a small file can hold much XML (S-25). The checks stand in order of what they trust: the container, its size, its XML, what the XML points at.
 */
export async function checkDocx(docx: Uint8Array): Promise<CheckedDocx | Refusal> {
  const container = checkContainer(docx);
  if (container) return container;
  const parts = await readParts(docx);
  if (isRefusal(parts)) return parts;
  const refusal = checkMainPart(parts) ?? checkContent(parts) ?? checkLinks(parts);
  if (refusal) return refusal;
  const clean = hasTemplateLink(parts) ? dropTemplateLink(docx) : docx;
  return { ok: true, docx: clean, fonts: wantedFonts(parts) };
}
