import { isRefusal } from '#core/refusal.ts';
import { findDocument } from '../../records/document-store.ts';
import { mediaTypes } from '../../records/draft-file.ts';
import type { Owner } from '../../records/owner.ts';
import { anchorBoxes } from '../files/offer-fields.ts';
import type { TemplatesDeps } from './deps.ts';
import { mergeOf, type TemplateMerge } from './template-merge.ts';

export type MergeOfDocument = { baseSha256: string; merge: TemplateMerge };

/**
 * Returns the placeholders in a document's Word file if its pages show some, so that documents made from the
 * template fill them in. If they cannot be filled in, the template uses the pages unchanged.
 */
export async function mergeOfDocument(
  services: Pick<TemplatesDeps, 'db' | 'files' | 'pdf'>,
  { accountId }: Pick<Owner, 'accountId'>,
  id: string,
): Promise<MergeOfDocument | undefined> {
  const document = (await findDocument(services.db, accountId, id))?.document;
  const isUnfilled = document?.fileNotes?.some(({ code }) => code === 'text-in-braces') ?? false;
  if (!document || !isUnfilled || document.mediaType !== mediaTypes.docx || document.files) return undefined;
  const docx = await services.files.read(document.originalSha256);
  const checked = await services.pdf.checkDocx({ docx, merge: {} }, accountId);
  if (isRefusal(checked)) return undefined;
  const prepared = await services.pdf.normalise(await services.files.read(document.baseSha256), accountId);
  if ('refused' in prepared) return undefined;
  const { placeholders } = checked;
  const merge = mergeOf({ placeholders, anchors: anchorBoxes(prepared) }, undefined);
  return merge ? { baseSha256: document.baseSha256, merge } : undefined;
}
