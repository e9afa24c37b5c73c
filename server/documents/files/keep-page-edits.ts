import { isArranged, pageEditsLost } from '#core/document/pages/page-edits.ts';
import { moveNotes, moveWithPages } from '#core/document/page-order.ts';
import { anchorWords } from '#core/field/read-anchor.ts';
import type { PageEdits } from '#core/document/pages/placed-page.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { MergeValues } from '#core/template/placeholders.ts';
import { newId } from '../../foundation/db/new-id.ts';
import type { PreparedFile } from '../../ports/pdf-engine.ts';
import type { DraftFile } from '../../records/draft-file.ts';
import type { IngestDeps } from './deps.ts';
import type { IngestedFile } from './ingest-file.ts';
import { anchorBoxes, fieldsForAnchors } from './offer-fields.ts';
import { refusalOfFile } from './refusal-of-file.ts';

type Services = Pick<IngestDeps, 'pdf' | 'files'>;

/** The edited file before its placeholders were filled in with `values`. */
type Edited = { file: Pick<DraftFile, 'baseSha256'>; edits: PageEdits; values: MergeValues };

/**
 * Applies the page edits of the earlier file to a filled-in file. Refuses if the pages no longer correspond:
 * their number must be the same, and each remaining page must have the same words apart from the values.
 */
export async function keepPageEdits(
  services: Services,
  accountId: string,
  { file, edits, values }: Edited,
  filled: IngestedFile,
): Promise<IngestedFile | Refusal> {
  if (filled.file.pages.length !== edits.count) return pageEditsLost;
  const before = await services.files.read(file.baseSha256);
  const after = await services.files.read(filled.file.baseSha256);
  const pages = edits.order.map(({ page }) => page);
  const asked = { before, after, pages, values: textsIn(values) };
  if (!(await services.pdf.matchPages(asked, accountId))) return pageEditsLost;
  const prepared = await applyPageEdits(services, accountId, after, edits);
  if (isRefusal(prepared)) return prepared;
  if (!prepared) return withEdits(filled, edits);
  const anchored = edits.withoutAnchors
    ? []
    : fieldsForAnchors(prepared.anchors, prepared.pages, () => newId(Date.now()));
  if (isRefusal(anchored)) return anchored;
  const moved = { before: filled.file.pages, after: prepared.pages };
  return withEdits(
    {
      ...filled,
      file: {
        ...filled.file,
        baseSha256: await services.files.put(prepared.bytes),
        baseSize: prepared.bytes.length,
        pages: prepared.pages,
        notes: moveNotes(filled.file.notes, edits.order, prepared.pages),
      },
      formFields: moveWithPages(filled.formFields, edits.order, moved),
      anchored,
      anchors: edits.withoutAnchors ? [] : anchorBoxes(prepared),
    },
    edits,
  );
}

function withEdits(filled: IngestedFile, pageEdits: PageEdits): IngestedFile {
  return { ...filled, file: { ...filled.file, pageEdits } };
}

/** Returns the edited pages; undefined if the edits change nothing in this file. */
export async function applyPageEdits(
  { pdf }: Pick<Services, 'pdf'>,
  accountId: string,
  base: Uint8Array,
  edits: PageEdits,
): Promise<PreparedFile | Refusal | undefined> {
  const arranged = isArranged(edits)
    ? await pdf.arrangePages({ pdf: base, order: edits.order }, accountId)
    : undefined;
  if (arranged && 'refused' in arranged) return refusalOfFile(arranged);
  if (!edits.withoutAnchors) return arranged;
  const bare = await pdf.removeAnchors({ pdf: arranged?.bytes ?? base, words: anchorWords }, accountId);
  return bare && 'refused' in bare ? refusalOfFile(bare) : (bare ?? arranged);
}

/** Returns all texts in the values, including those in rows. */
function textsIn(values: MergeValues): string[] {
  return Object.values(values).flatMap((value) =>
    typeof value === 'object'
      ? value.flatMap((row) => textsIn(row))
      : typeof value === 'boolean'
        ? []
        : String(value),
  );
}
