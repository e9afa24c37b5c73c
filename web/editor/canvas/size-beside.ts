import type { PageSize } from '#contract/documents/documents.ts';
import type { FieldBox } from '#core/field/layout/geometry.ts';
import { LARGEST_SIZE, SMALLEST_SIZE } from '#core/formats/look.ts';

type Box = Pick<FieldBox, 'x' | 'y' | 'width' | 'height'>;

/** A piece of a page's text with its font size, all in points. */
export type PlacedText = Box & { size: number };

/**
 * Returns the font size (points) of the text next to a field, as the page shows it. Undefined without text.
 */
export function sizeBeside(field: FieldBox, page: PageSize): number | undefined {
  return nearestSize(field, textsOnPage(field.page, page));
}

/** Returns the displayed texts of a page; none if it is not drawn. */
export function textsOnPage(number: number, { width: pageWidth }: PageSize): PlacedText[] {
  const layer = document.querySelector(`[data-page="${number}"] .textLayer`);
  if (!layer) return [];
  const page = layer.getBoundingClientRect();
  const scale = page.width / pageWidth;
  return [...layer.querySelectorAll<HTMLElement>('span')].flatMap((span) => {
    if (span.children.length > 0 || !span.textContent?.trim()) return [];
    const { left, top, width, height } = span.getBoundingClientRect();
    const box = { x: (left - page.left) / scale, y: (top - page.top) / scale };
    const size = parseFloat(getComputedStyle(span).fontSize) / scale;
    return [{ ...box, width: width / scale, height: height / scale, size }];
  });
}

/**
 * Returns the size of the text on the same line, or else of the nearest text, in half points within the sizes
 * a field can have.
 */
export function nearestSize(field: Box, texts: readonly PlacedText[]): number | undefined {
  const [nearest] = texts.toSorted((one, other) => distance(field, one) - distance(field, other));
  if (!nearest) return undefined;
  return Math.min(LARGEST_SIZE, Math.max(SMALLEST_SIZE, Math.round(nearest.size * 2) / 2));
}

/** Returns a distance in which vertical points count sixteen times as much as horizontal ones. */
function distance(one: Box, other: Box): number {
  const across = gap(one.x, one.width, other.x, other.width);
  return across + 16 * gap(one.y, one.height, other.y, other.height);
}

const gap = (at: number, length: number, other: number, otherLength: number): number =>
  Math.max(0, at - other - otherLength, other - at - length);
