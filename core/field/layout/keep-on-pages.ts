import { refuse, type Refusal } from '../../refusal.ts';
import type { FieldType } from '../field.ts';
import { clampToPage, type FieldBox, type PageGeometry } from './geometry.ts';

export type PlacedField = FieldBox & { page: number; type: FieldType; label: string };

/**
 * Returns the fields adapted to another file: same positions, moved onto the page if it is smaller. Fields on
 * pages that no longer exist are removed if `confirmed`; otherwise the refusal names them.
 */
export function removeFieldsBeyondPages<F extends PlacedField>(
  fields: readonly F[],
  pages: readonly PageGeometry[],
  confirmed: boolean,
): { kept: F[]; lost: F[] } | Refusal {
  const lost = fields.filter(({ page }) => page > pages.length);
  if (lost.length > 0 && !confirmed) return refuseLostFields(pages.length, lost);
  const kept = fields
    .filter(({ page }) => page <= pages.length)
    .map((field) => clampToPage(pages[field.page - 1]!, field));
  return { kept, lost };
}

/** Names the fields that would be removed: the first few, and the number of others. */
export function refuseLostFields(pageCount: number, lost: readonly PlacedField[]): Refusal {
  const named = lost.slice(0, 5).map(({ type, label, page }) => `${label || type} on page ${page}`);
  const more = lost.length > named.length ? ` and ${lost.length - named.length} more` : '';
  const pages = pageCount === 1 ? '1 page' : `${pageCount} pages`;
  return refuse(
    'fields-would-be-removed',
    `The new file has ${pages}. These fields would be removed: ${named.join(', ')}${more}.`,
  );
}
