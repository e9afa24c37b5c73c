import type { Refusal } from '#core/refusal.ts';
import { isRefusal } from '#core/refusal.ts';
import { checkContent } from './docx/check-content.ts';
import { checkLinks } from './docx/check-links.ts';
import { checkContainer } from './docx/check-container.ts';
import { checkMainPart } from './docx/check-main-part.ts';
import { dropTemplateLink, hasTemplateLink } from './docx/drop-template-link.ts';
import { readParts } from './docx/read-parts.ts';

/** What may be converted: the upload itself, or the upload without the link to its author's template. */
export type CheckedDocx = { ok: true; docx: Uint8Array };

/**
 * Decides on the bytes alone whether a Word document may be shown to the converter (S-21 to S-24): a real
 * wordprocessing package within the limits, without macros, entities or anything that is fetched when it is
 * opened. Refusals are 'upload-refused' with a sentence for the person who uploaded it.
 *
 * The checks stand in order of what they trust: the container, its size, its XML, what the XML points at.
 */
export async function checkDocx(docx: Uint8Array): Promise<CheckedDocx | Refusal> {
  const container = checkContainer(docx);
  if (container) return container;
  const parts = await readParts(docx);
  if (isRefusal(parts)) return parts;
  const refusal = checkMainPart(parts) ?? checkContent(parts) ?? checkLinks(parts);
  if (refusal) return refusal;
  return { ok: true, docx: hasTemplateLink(parts) ? dropTemplateLink(docx) : docx };
}
