import type { PageLetter } from './page-letters.ts';

/**
 * A box on a page (from 1), in points of the displayed page with the origin at the top left. `matrix` maps its
 * local coordinates (displayed points, origin at the bottom left, y up) to the page's user space.
 */
export type PlacedBox = {
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  matrix: readonly [number, number, number, number, number, number];
};

/** A box, the text that must be readable in it, and whether it contains a drawing. */
export type AddedBox = PlacedBox & { text?: string; ink?: boolean };

/** Number of points by which antialiased strokes may extend beyond their box. */
export const margin = 2;

/** A rectangle on the displayed page in points from the top left. */
export type Area = { left: number; top: number; right: number; bottom: number };

/** Returns the position of a letter on the displayed page, or undefined if it has none. */
export function areaOf({ box }: PageLetter, placed: PlacedBox): Area | undefined {
  if (!box) return undefined;
  const [one, other] = [toDisplayed(placed, box[0], box[1]), toDisplayed(placed, box[2], box[3])];
  return {
    left: Math.min(one.x, other.x),
    top: Math.min(one.y, other.y),
    right: Math.max(one.x, other.x),
    bottom: Math.max(one.y, other.y),
  };
}

/** Applies the inverse matrix of any box on the same page. */
function toDisplayed({ matrix, x, y, height }: PlacedBox, u: number, v: number): { x: number; y: number } {
  const [a, b, c, d, e, f] = matrix;
  const [s, t, size] = [u - e, v - f, a * d - b * c];
  return { x: x + (d * s - c * t) / size, y: y + height - (a * t - b * s) / size };
}

export function areaOfBox({ x, y, width, height }: Omit<PlacedBox, 'matrix'>): Area {
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/** Returns true if the center of the first area is inside the second one. */
export function isIn({ left, top, right, bottom }: Area, area: Area): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= area.left && x <= area.right && y >= area.top && y <= area.bottom;
}
