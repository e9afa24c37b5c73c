import { isShown, type Crop, type Placed } from './compare-glyphs.ts';
import { lettersOf } from './letters.ts';
import type { Matrix } from './matrix.ts';

/** `font` is empty if neither the file nor pdf.js has the letter's font, so that its width is estimated. */
type Turned = Placed & { matrix: Matrix; font: string };
type Pair<A, B> = {
  first: readonly A[];
  second: readonly B[];
  crop: Crop;
  isSame: (one: A, other: B) => boolean;
};

/**
 * Returns true if the lines with these letters contain the same letters in the same order in both engines.
 * Engines take letter widths from different tables, which shifts letters within a line without changing them or
 * their order. The first letter of a line must be in place, and no letter may move far, so that a cross cannot
 * move from one box to the next. A letter that only one engine draws outside the page counts as a difference.
 */
export function sameLines<A extends Turned, B extends Placed>(
  { first, second, crop, isSame }: Pair<A, B>,
  { onlyFirst, onlySecond }: { onlyFirst: readonly A[]; onlySecond: readonly B[] },
): boolean {
  const lines = linesOf(onlyFirst);
  if (lines.length === 0 || lines.length > MAX_LINES) return false;
  if (!onlySecond.every((glyph) => lines.some((line) => isOn(glyph, line)))) return false;
  return lines.every((line) => {
    const [a, b] = [lettersOn(first, line), lettersOn(second, line)];
    return a.length === b.length && a.every((one, at) => isPair(one, b[at]!)) && areNear(a, b, line);
  });

  function isPair(one: A, other: B): boolean {
    return isShown(one, crop) === isShown(other, crop) && isSame(one, other);
  }
}

/** `place` is the distance in points from the line to the origin, perpendicular to the line's direction. */
type Line = { direction: Direction; place: number; size: number };

const MAX_LINES = 200;

function linesOf(glyphs: readonly Turned[]): Line[] {
  const lines: Line[] = [];
  for (const glyph of glyphs) {
    const direction = directionOf(glyph.matrix);
    const known = lines.some((line) => isAlong(line.direction, direction) && isOn(glyph, line));
    if (!known) lines.push({ direction, place: across(glyph, direction), size: glyph.size });
  }
  return lines;
}

const lettersOn = <G extends Placed>(glyphs: readonly G[], line: Line): G[] =>
  glyphs
    .filter((glyph) => lettersOf(glyph.sign) !== '' && isOn(glyph, line))
    .sort((one, other) => along(one, line.direction) - along(other, line.direction));

/** Superscript letters form a separate line. */
const isOn = (glyph: Placed, { direction, place, size }: Line): boolean =>
  Math.abs(across(glyph, direction) - place) <= Math.min(1, size * 0.1);

/**
 * Maximum shift of a letter, as a fraction of its font size: relative to the previous letter (less than a
 * space), and in total.
 */
const MOVED = { first: 0.25, beside: 0.25, guessed: 0.75, all: 2.5 };

function areNear(a: readonly Turned[], b: readonly Placed[], { direction }: Line): boolean {
  const moved = a.map((one, at) => (along(one, direction) - along(b[at]!, direction)) / (one.size || 1));
  return moved.every((far, at) => {
    if (Math.abs(far) > MOVED.all) return false;
    if (at === 0) return Math.abs(far) <= MOVED.first;
    return Math.abs(far - moved[at - 1]!) <= (a[at]!.font === '' ? MOVED.guessed : MOVED.beside);
  });
}

type Direction = readonly [number, number];

function directionOf([a, b]: Matrix): Direction {
  const length = Math.hypot(a, b) || 1;
  return [a / length, b / length];
}

const isAlong = ([x, y]: Direction, [u, v]: Direction): boolean => x * u + y * v > 0.999;
const along = ({ x, y }: Placed, [u, v]: Direction): number => x * u + y * v;
const across = ({ x, y }: Placed, [u, v]: Direction): number => y * u - x * v;
