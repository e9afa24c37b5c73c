import { fileNotes } from '#core/document/file-note.ts';
import { readPageEdits } from '#core/document/pages/page-edits.ts';
import { isRefusal } from '#core/refusal.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import { applyPageEdits } from '../../documents/files/keep-page-edits.ts';
import { anchorBoxes } from '../../documents/files/offer-fields.ts';
import { mergeOf, type TemplateMerge } from '../../documents/templates/template-merge.ts';
import { mediaTypes } from '../../records/draft-file.ts';
import type { Importing } from './importing.ts';
import { nameOfFile, type NamedFile, type Prepared } from './judge-document.ts';
import type { Archive } from './read-archive.ts';
import type { ShapedRow } from './row-shapes.ts';

export type PreparedTemplate = Prepared & { merge?: TemplateMerge | null };

/**
 * Prepares a template's Word file as if it were uploaded here. If it has placeholders, documents are made
 * from the Word file and not from the pages in the archive. Returns the reason as a sentence if the file is
 * rejected.
 */
export async function prepareWordTemplate(
  { pdf, docx }: Pick<Importing, 'pdf' | 'docx'>,
  archive: Archive,
  row: NamedFile & Pick<ShapedRow<'templates'>, 'merge' | 'page_edits'>,
): Promise<PreparedTemplate | string> {
  if (!(await docx.available())) return noConverter;
  const { accountId } = archive.manifest;
  const bytes = await archive.file(String(row.original_sha256));
  const { trackedChanges } = row.merge ?? {};
  const checked = await pdf.checkDocx({ docx: bytes, trackedChanges, merge: {} }, accountId);
  if (isRefusal(checked)) return checked.detail;
  const converted = await docx.convert(checked.docx, { account: accountId, fonts: checked.fonts });
  if (isRefusal(converted)) return converted.detail;
  const whole = await pdf.normalise(converted, accountId);
  if ('refused' in whole) return whole.detail;
  const stored = readPageEdits(row.page_edits);
  const pageEdits = stored?.count === whole.pages.length ? stored : null;
  const edited = pageEdits ? await applyPageEdits({ pdf }, accountId, whole.bytes, pageEdits) : undefined;
  if (isRefusal(edited)) return edited.detail;
  const prepared = edited ?? whole;
  const { placeholders } = checked;
  return {
    file: {
      fileName: nameOfFile(row),
      mediaType: mediaTypes.docx,
      originalSha256: sha256(bytes),
      originalSize: bytes.length,
      baseSha256: sha256(prepared.bytes),
      baseSize: prepared.bytes.length,
      pages: prepared.pages,
      notes: fileNotes(whole.changes, prepared.findings),
      pageEdits,
    },
    merge: mergeOf({ placeholders, anchors: anchorBoxes(prepared) }, trackedChanges),
    changes: whole.changes,
    bytes: [bytes, prepared.bytes],
  };
}

const noConverter =
  'It has placeholders, and no converter for Word documents is installed here. Install LibreOffice and import the archive again.';
