import { clampToPage, type FieldBox, type PageGeometry } from '../field/layout/geometry.ts';
import { refuseLostFields, type PlacedField } from '../field/layout/keep-on-pages.ts';
import { refuse, type Refusal } from '../refusal.ts';
import type { FileNote } from './file-note.ts';
import type { PlacedPage } from './pages/placed-page.ts';

/** Refuses a page order that is empty, repeats a page or names a page that does not exist. */
export function checkPageOrder(order: readonly PlacedPage[], pageCount: number): Refusal | undefined {
  const pages = new Set(order.map(({ page }) => page));
  const areThere = order.every(({ page }) => page >= 1 && page <= pageCount);
  return order.length > 0 && pages.size === order.length && areThere
    ? undefined
    : refuse('page-order-invalid', `List each page to keep once, by its number from 1 to ${pageCount}.`);
}

/**
 * Describes the changes of a page order, using the old page numbers. `moved` is true if the remaining pages
 * changed their order.
 */
export function describePageOrder(
  order: readonly PlacedPage[],
  pageCount: number,
): { removed: number[]; turned: number[]; moved: number[] } {
  const kept = new Set(order.map(({ page }) => page));
  const pages = order.map(({ page }) => page);
  const sorted = pages.toSorted((one, other) => one - other);
  return {
    removed: Array.from({ length: pageCount }, (_, at) => at + 1).filter((page) => !kept.has(page)),
    turned: sorted.filter((page) => order.some((one) => one.page === page && one.turn !== 0)),
    moved: pages.every((page, at) => page === sorted[at]) ? [] : pages,
  };
}

/** Returns page numbers with consecutive ones shown as ranges, such as '1, 3–5'. */
export function pageRanges(pages: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const page of pages) {
    const last = ranges.at(-1);
    if (last && page === last[1] + 1) last[1] = page;
    else ranges.push([page, page]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}

type Placed = FieldBox & { page: number };
type Pages = { before: readonly PageGeometry[]; after: readonly PageGeometry[] };

/**
 * Moves boxes along with their pages. The center of a box keeps its place on the paper, and the box remains
 * upright on a rotated page. Boxes on removed pages are omitted.
 */
export function moveWithPages<P extends Placed>(
  boxes: readonly P[],
  order: readonly PlacedPage[],
  { before, after }: Pages,
): P[] {
  const places = new Map(order.map(({ page, turn }, index) => [page, { index, turn }]));
  return boxes.flatMap((box) => {
    const place = places.get(box.page);
    const from = before[box.page - 1];
    if (!place || !from) return [];
    const { width, height } = box;
    const [x, y] = turnPoint(box.x + width / 2, box.y + height / 2, from, place.turn);
    const moved = { ...box, page: place.index + 1, x: x - width / 2, y: y - height / 2 };
    return [place.turn === 0 ? { ...box, page: place.index + 1 } : clampToPage(after[place.index]!, moved)];
  });
}

/** Returns the position of a point after its page was rotated by `turn` degrees clockwise. */
export function turnPoint(
  x: number,
  y: number,
  { width, height }: PageGeometry,
  turn: PlacedPage['turn'],
): [number, number] {
  switch (turn) {
    case 0:
      return [x, y];
    case 90:
      return [height - y, x];
    case 180:
      return [width - x, height - y];
    case 270:
      return [y, width - x];
  }
}

/**
 * Like `moveWithPages`, for fields. If fields are on removed pages, refuses and names them unless `confirmed` is
 * set.
 */
export function moveFieldsWithPages<F extends PlacedField>(
  fields: readonly F[],
  order: readonly PlacedPage[],
  pages: Pages & { confirmed: boolean },
): { kept: F[]; lost: F[] } | Refusal {
  const places = new Set(order.map(({ page }) => page));
  const lost = fields.filter(({ page }) => !places.has(page));
  if (lost.length > 0 && !pages.confirmed) return refuseLostFields(order.length, lost);
  return { kept: moveWithPages(fields, order, pages), lost };
}

/** Returns notes with the new page numbers. Notes that concern only removed pages are omitted. */
export function moveNotes(
  notes: readonly FileNote[],
  order: readonly PlacedPage[],
  pages: readonly PageGeometry[],
): FileNote[] {
  const numberOf = new Map(order.map(({ page }, index) => [page, index + 1]));
  const turned = pages.flatMap(({ rotate }, index) => (rotate === 0 ? [] : [index + 1]));
  const moved = notes.flatMap((note): FileNote[] => {
    if (note.code === 'pages-turned' || note.pages.length === 0)
      return note.code === 'pages-turned' ? [] : [note];
    // The note lists only the first affected page.
    const concerned =
      note.code === 'pages-unexamined'
        ? [...numberOf.keys()].filter((page) => page >= note.pages[0]!)
        : note.pages;
    const left = concerned.flatMap((page) => numberOf.get(page) ?? []).sort((one, other) => one - other);
    if (left.length === 0) return [];
    return [{ ...note, pages: note.code === 'pages-unexamined' ? left.slice(0, 1) : left }];
  });
  return turned.length > 0 ? [...moved, { code: 'pages-turned', pages: turned, words: [] }] : moved;
}
