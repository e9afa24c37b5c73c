import type { FieldInput } from '#contract/documents/field.ts';
import type { FieldType } from '#core/field/field.ts';
import type { FieldBox } from '#core/field/layout/geometry.ts';
import { removeFieldsBeyondPages } from '#core/field/layout/keep-on-pages.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import { fieldsOfNewAnchors, followAnchors, type Anchor } from '#core/template/follow-anchors.ts';
import type { DraftFile } from '../../records/draft-file.ts';
import type { IngestDeps } from '../files/deps.ts';
import type { IngestedFile } from '../files/ingest-file.ts';
import { anchorBoxes } from '../files/offer-fields.ts';

type Placed = FieldBox & { id: string; page: number; type: FieldType; label: string };

/** The fields in the new file. `added` come from anchors that the earlier file did not have. */
export type FollowedFields<F> = { kept: F[]; lost: F[]; moved: number; added: FieldInput[] };

/** Returns the anchors of the earlier file, which its fields follow; none if the new file has no anchors. */
export async function anchorsBefore(
  services: Pick<IngestDeps, 'pdf' | 'files'>,
  accountId: string,
  file: Pick<DraftFile, 'baseSha256'> | null,
  { anchors }: Pick<IngestedFile, 'anchors'>,
): Promise<Anchor[]> {
  if (!file || anchors.length === 0) return [];
  const prepared = await services.pdf.normalise(await services.files.read(file.baseSha256), accountId);
  return 'refused' in prepared ? [] : anchorBoxes(prepared);
}

/**
 * Places the fields in the new file. They follow their anchors or otherwise keep their position. Fields on
 * pages that no longer exist are removed if `confirmed` is set. Otherwise a refusal names them.
 */
export function followFile<F extends Placed>(
  fields: readonly F[],
  before: readonly Anchor[],
  { file, anchors, anchored }: Pick<IngestedFile, 'file' | 'anchors' | 'anchored'>,
  confirmed: boolean,
): FollowedFields<F> | Refusal {
  const followed = followAnchors(fields, before, anchors, 'keep');
  const placed = removeFieldsBeyondPages(followed, file.pages, confirmed);
  if (isRefusal(placed)) return placed;
  const places = new Map(fields.map(({ id, page, x, y }) => [id, [page, x, y].join(' ')]));
  const moved = placed.kept.filter(({ id, page, x, y }) => places.get(id) !== [page, x, y].join(' ')).length;
  return { ...placed, moved, added: fieldsOfNewAnchors(anchored, before, anchors) };
}
