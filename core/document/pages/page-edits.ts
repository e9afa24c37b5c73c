import { clampToPage, type FieldBox, type PageGeometry } from '../../field/layout/geometry.ts';
import { refuse } from '../../refusal.ts';
import { checkPageOrder, turnPoint } from '../page-order.ts';
import type { PageEdits, PlacedPage } from './placed-page.ts';

/** Returns the combined edits after another change, whose page numbers refer to the current pages. */
export function editPages(before: PageEdits | null, order: readonly PlacedPage[], count: number): PageEdits {
  const { order: earlier, ...edits } = before ?? unedited(count);
  const together = order.map(({ page, turn }) => {
    const one = earlier[page - 1]!;
    return { page: one.page, turn: ((one.turn + turn) % 360) as PlacedPage['turn'] };
  });
  return { ...edits, order: together };
}

export function editAnchors(before: PageEdits | null, count: number): PageEdits {
  return { ...(before ?? unedited(count)), withoutAnchors: true };
}

function unedited(count: number): PageEdits {
  return { count, order: Array.from({ length: count }, (_, at) => ({ page: at + 1, turn: 0 })) };
}

/** Returns true if pages were removed, reordered or rotated. */
export function isArranged({ count, order }: PageEdits): boolean {
  return order.length !== count || order.some(({ page, turn }, at) => page !== at + 1 || turn !== 0);
}

/**
 * Parses page edits from a database or an archive. Returns null if there are none or if they are inconsistent.
 */
export function readPageEdits(stored: unknown): PageEdits | null {
  const { count, order, withoutAnchors } = (stored ?? {}) as Partial<PageEdits>;
  if (typeof count !== 'number' || !Array.isArray(order) || checkPageOrder(order, count)) return null;
  return { count, order, ...(withoutAnchors === true && { withoutAnchors }) };
}

/** Moves boxes back to their positions on the unedited pages. This is the inverse of `moveWithPages`. */
export function moveBack<P extends FieldBox & { page: number }>(
  boxes: readonly P[],
  { order }: PageEdits,
  { edited, unedited: pages }: { edited: readonly PageGeometry[]; unedited: readonly PageGeometry[] },
): P[] {
  return boxes.map((box) => {
    const place = order[box.page - 1];
    const from = edited[box.page - 1];
    const to = place && pages[place.page - 1];
    if (!place || !from || !to) return place ? { ...box, page: place.page } : box;
    if (place.turn === 0) return { ...box, page: place.page };
    const { width, height } = box;
    const back = ((360 - place.turn) % 360) as PlacedPage['turn'];
    const [x, y] = turnPoint(box.x + width / 2, box.y + height / 2, from, back);
    return clampToPage(to, { ...box, page: place.page, x: x - width / 2, y: y - height / 2 });
  });
}

/** Refuses because the filled-in file has different pages, so the edits cannot be applied to them. */
export const pageEditsLost = refuse(
  'page-edits-lost',
  'With these values the text is on other pages, so pages that were removed, moved or rotated can’t be found again. Fill in all pages of the Word file, then edit them again.',
);
