import type { Refusal } from '#core/refusal.ts';
import { trackedChangeChoices } from '#core/document/tracked-changes.ts';
import { isRefusal, refuse } from '#core/refusal.ts';
import type { CheckedDocx, WordUpload } from '../../ports/pdf-engine.ts';
import { checkContent } from './check/check-content.ts';
import { checkLinks } from './check/check-links.ts';
import { checkContainer } from './check/check-container.ts';
import { checkMainPart } from './check/check-main-part.ts';
import { damaged, readParts, type Parts } from './check/read-parts.ts';
import { wantedFonts } from './check/wanted-fonts.ts';
import { fillPlaceholders } from './fill/fill-placeholders.ts';
import { prepareParts } from './prepare/prepare-parts.ts';
import { printedTexts } from './prepare/printed-texts.ts';
import { hasTrackedChange } from './prepare/tracked-changes.ts';
import { writeParts } from './prepare/write-parts.ts';

/**
 * Decides from its bytes alone whether a Word document may be passed to the converter (S-21 to S-24): it must
 * be a genuine wordprocessing package within the limits, without macros, entities or content that is fetched
 * on opening. Returns the document with the changes that the converter needs, or an 'upload-refused' refusal
 * with a message for the user. Runs in a worker, because a small file can contain a lot of XML (S-25). Each
 * check relies on the previous ones: container, size, XML, link targets. They examine the prepared parts,
 * which the converter reads.
 */
export async function checkDocx({ docx, trackedChanges, merge }: WordUpload): Promise<CheckedDocx | Refusal> {
  const container = checkContainer(docx);
  if (container) return container;
  const parts = await readParts(docx);
  if (isRefusal(parts)) return parts;
  const hasChanges = [...parts.values()].some(({ text = '' }) => hasTrackedChange(text));
  const unfilled = prepareParts(parts, trackedChanges);
  const refusal = checkParts(unfilled);
  if (refusal) return refusal;
  if (hasChanges && trackedChanges === undefined) return undecided();
  const filled = merge ? fillPlaceholders(unfilled, merge.data) : { placeholders: [], parts: unfilled };
  if (isRefusal(filled)) return filled;
  const prepared = filled.parts === unfilled ? unfilled : prepareParts(filled.parts, trackedChanges);
  const changed = prepared === unfilled ? undefined : checkParts(prepared);
  if (changed) return changed;
  const written = writeParts(docx, parts, prepared);
  if (!written) return damaged();
  const showsChanges = hasChanges && trackedChanges === 'show';
  return {
    ok: true,
    docx: written,
    fonts: wantedFonts(prepared),
    texts: printedTexts(prepared),
    showsChanges,
    hasFormulas: [...prepared.values()].some(({ text = '' }) => formula.test(text)),
    wordPages: hasChanges || filled.parts !== unfilled ? undefined : pagesOfWord(unfilled),
    placeholders: filled.placeholders,
  };
}

const formula = /<(?:[^\s<>/:"'=]+:)?oMath[\s>]/;

/**
 * Returns the page count that Word stored in the document. Other programs copy or invent it, so it counts
 * only if Word wrote the file (ECMA-376 part 1, 22.2).
 */
function pagesOfWord(parts: Parts): number | undefined {
  const properties = parts.get('docprops/app.xml')?.text ?? '';
  if (!/<Application>\s*Microsoft/.test(properties)) return undefined;
  const pages = Number(/<Pages>\s*(\d{1,5})\s*</.exec(properties)?.[1] ?? 0);
  return pages > 0 ? pages : undefined;
}

function checkParts(parts: Parts): Refusal | undefined {
  return checkMainPart(parts) ?? checkContent(parts) ?? checkLinks(parts);
}

/**
 * Refuses a document with tracked changes. `choices` are the values that the upload accepts as
 * `trackedChanges`.
 */
function undecided(): Refusal {
  const sentence =
    'This Word document contains tracked changes. Choose whether to accept, reject or show them, and upload it again.';
  return {
    ...refuse('tracked-changes-undecided', sentence),
    parameters: { choices: trackedChangeChoices.join(' ') },
  };
}
