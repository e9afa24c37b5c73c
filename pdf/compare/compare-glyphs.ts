/** A letter with its origin in points of the page and its font height. */
export type Placed = { sign: string; x: number; y: number; size: number };

/** Left, bottom, right and top. Content outside is invisible. */
export type Crop = readonly [number, number, number, number];

/** Letters that only one of the two engines shows at their position. */
export type Apart<A, B> = { onlyFirst: A[]; onlySecond: B[] };

/**
 * Maximum distance between origins in engines that agree, caused by rounding: in points, and as a fraction of
 * the letter's height.
 */
const APART = { points: 1.5, size: 0.25, most: 8 };

/**
 * Maximum distance between equal letters, as a fraction of their height, at which the second engine may omit
 * one. It assumes that the letter was drawn twice to look bold. `tt` in a narrow font is such a pair.
 */
const REPEATED = 0.5;

/**
 * Compares the letters that two engines draw on a page. A letter matches any letter at its position that
 * `isSame` accepts, because engines may draw or name different ones of several letters on top of each other.
 */
export function compareGlyphs<A extends Placed, B extends Placed>(
  first: readonly A[],
  second: readonly B[],
  crop: Crop,
  isSame: (one: A, other: B) => boolean,
): Apart<A, B> {
  const matched = matchInOrder(first, second, isSame);
  const restOf = <G extends Placed>(all: readonly G[]): G[] =>
    all.filter((glyph) => !matched.has(glyph) && isShown(glyph, crop));
  const [restFirst, restSecond] = [restOf(first), restOf(second)];
  if (restFirst.length === 0 && restSecond.length === 0) return { onlyFirst: [], onlySecond: [] };
  const [inFirst, inSecond] = [gridOf(first), gridOf(second)];
  const isIn = (one: A, reach?: number): boolean => inSecond(one, reach).some((other) => isSame(one, other));
  const onlyFirst = restFirst.filter((one) => !isIn(one));
  const onlySecond = restSecond.filter((other) => !inFirst(other).some((one) => isSame(one, other)));
  // Stops here, because a letter that was moved is missing from both.
  if (onlySecond.length > 0) return { onlyFirst, onlySecond };
  return { onlyFirst: onlyFirst.filter((one) => !isIn(one, one.size * REPEATED)), onlySecond };
}

/** Number of letters to search for the next match, because engines skip spaces and repeated letters. */
const AHEAD = 6;

/**
 * Matches letters that both engines draw in the same order. Nearly all letters match this way, which avoids most
 * searches by position.
 */
function matchInOrder<A extends Placed, B extends Placed>(
  first: readonly A[],
  second: readonly B[],
  isSame: (one: A, other: B) => boolean,
): Set<Placed> {
  const matched = new Set<Placed>();
  let next = 0;
  for (const one of first) {
    const reach = reachOf(one);
    for (let at = next; at < Math.min(next + AHEAD, second.length); at += 1) {
      const other = second[at]!;
      if (Math.hypot(one.x - other.x, one.y - other.y) > Math.min(reach, reachOf(other))) continue;
      if (!isSame(one, other)) continue;
      matched.add(one).add(other);
      next = at + 1;
      break;
    }
  }
  return matched;
}

/** Returns the maximum distance in points at which the other engine draws the same letter. */
const reachOf = ({ size }: Placed): number => Math.min(APART.most, Math.max(APART.points, size * APART.size));

/** Returns false for spaces, which draw nothing, and for letters without height, which are invisible. */
export function isShown({ sign, x, y, size }: Placed, [left, bottom, right, top]: Crop): boolean {
  if (/^[\p{Z}\p{C}]*$/u.test(sign) || size < 0.01) return false;
  return x > left - size && x < right + size && y > bottom - size && y < top + size;
}

/** Returns a function that finds the letters near a position. */
function gridOf<G extends Placed>(glyphs: readonly G[]): (place: Placed, within?: number) => G[] {
  const cells = new Map<number, G[]>();
  const key = (column: number, row: number): number => column * 100_003 + row;
  const cell = (value: number): number => Math.floor(value / APART.most);
  for (const glyph of glyphs) {
    const at = key(cell(glyph.x), cell(glyph.y));
    const list = cells.get(at);
    if (list) list.push(glyph);
    else cells.set(at, [glyph]);
  }
  return (place, within) => {
    const { x, y } = place;
    const reach = within ?? reachOf(place);
    const near: G[] = [];
    for (let column = cell(x - reach); column <= cell(x + reach); column += 1)
      for (let row = cell(y - reach); row <= cell(y + reach); row += 1)
        for (const glyph of cells.get(key(column, row)) ?? [])
          if (Math.hypot(glyph.x - x, glyph.y - y) <= reach) near.push(glyph);
    return near;
  };
}
