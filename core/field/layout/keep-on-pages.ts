import { refuse, type Refusal } from '../../refusal.ts';
import type { FieldType } from '../field.ts';
import { clampToPage, type FieldBox, type PageGeometry } from './geometry.ts';

export type PlacedField = FieldBox & { page: number; type: FieldType; label: string };

/**
 * Returns the fields for a replacement file. They keep their positions, but move onto the page if it is smaller.
 * If fields are on pages that no longer exist, removes them if `confirmed` is set, and otherwise refuses and
 * names them.
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

/** Returns the refusal that names the first fields that would be removed, and the number of others. */
export function refuseLostFields(pageCount: number, lost: readonly PlacedField[]): Refusal {
  const named = lost.slice(0, 5).map(({ type, label, page }) => `${label || type} on page ${page}`);
  const more = lost.length > named.length ? ` and ${lost.length - named.length} more` : '';
  const pages = pageCount === 1 ? '1 page' : `${pageCount} pages`;
  return refuse(
    'fields-would-be-removed',
    `The new file has ${pages}. These fields would be removed: ${named.join(', ')}${more}.`,
  );
}
