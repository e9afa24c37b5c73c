import { isFiller } from './lines.ts';
import { bottomOf, rightOf, sharedHeight, sharedWidth, type Area, type PageLayout } from './page-layout.ts';

/** The lines and words of a page that are needed to find cells. */
type Grid = Pick<PageLayout, 'rules' | 'words'>;

/** Forms mark the place for a signature with a cross. */
const SIGN_HERE = /^[x×✗✘✖]$/iu;

/** Minimum size of a cell in points. A smaller one has no room for an answer. */
const SMALLEST = { width: 30, height: 11 };

/** Returns the table cell around a point, or undefined if there are not lines on all four sides. */
export function cellAround({ rules }: Grid, x: number, y: number): Area | undefined {
  const nearest = (positions: number[], side: 'max' | 'min'): number | undefined =>
    positions.length === 0 ? undefined : Math[side](...positions);
  const level = rules.filter((rule) => rule.width >= rule.height && rule.x <= x && rightOf(rule) >= x);
  const upright = rules.filter((rule) => rule.height > rule.width && rule.y <= y && bottomOf(rule) >= y);
  const top = nearest(level.filter((rule) => rule.y <= y).map(bottomOf), 'max');
  const bottom = nearest(
    level.filter((rule) => rule.y > y).map((rule) => rule.y),
    'min',
  );
  const left = nearest(upright.filter((rule) => rule.x <= x).map(rightOf), 'max');
  const right = nearest(
    upright.filter((rule) => rule.x > x).map((rule) => rule.x),
    'min',
  );
  if (top === undefined || bottom === undefined || left === undefined || right === undefined)
    return undefined;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * Returns the empty cells that belong to a label in a table. Tries the space below the label in its own cell,
 * then the cell beside it, the cells below it, and the space beside it. Returns undefined for a label outside
 * tables.
 */
export function cellsFor(
  label: Area & { text: string },
  grid: Grid,
  isRightToLeft: boolean,
): Area[] | undefined {
  const own = cellAround(grid, label.x + label.width / 2, label.y + label.height / 2);
  if (!own) return undefined;
  const rest = restOf(own, label, grid);
  if (rest.below) return [rest.below];
  const beside = emptyCells(
    grid,
    (last) => {
      const x = isRightToLeft ? last.x - 4 : rightOf(last) + 4;
      const cell = cellAround(grid, x, own.y + own.height / 2);
      return cell && cell.height < own.height * 2.5 ? cell : undefined;
    },
    own,
  );
  if (beside.length > 0) return beside;
  if (rest.beside && label.text.endsWith(':')) return [rest.beside];
  const below = emptyCells(
    grid,
    (last) => {
      const cell = cellAround(grid, own.x + own.width / 2, bottomOf(last) + 4);
      const isSameColumn = cell && Math.abs(cell.x - own.x) < 4 && Math.abs(rightOf(cell) - rightOf(own)) < 4;
      return isSameColumn ? cell : undefined;
    },
    own,
  );
  return below.length > 0 || !rest.beside ? below : [rest.beside];
}

/** Maximum number of empty cells per label. */
const MAX_CELLS = 20;

/** Returns the consecutive empty cells, starting with `first`. */
function emptyCells(grid: Grid, next: (last: Area) => Area | undefined, first: Area): Area[] {
  const cells: Area[] = [];
  for (let cell = next(first); cell && isEmpty(cell, grid) && cells.length < MAX_CELLS; cell = next(cell))
    cells.push(cell);
  return cells.map(inset);
}

/** Returns the free parts beside and below a label in its own cell that are large enough for an answer. */
function restOf(cell: Area, label: Area, { words }: Grid): { beside?: Area; below?: Area } {
  const others = words.filter(
    (word) =>
      !isFiller(word.text) &&
      !SIGN_HERE.test(word.text) &&
      sharedWidth(word, cell) > 1 &&
      sharedHeight(word, cell) > 2 &&
      !within(word, label),
  );
  if (others.length > 0) return {};
  const beside = {
    x: rightOf(label) + 4,
    y: cell.y,
    width: rightOf(cell) - rightOf(label) - 4,
    height: cell.height,
  };
  const below = {
    x: cell.x,
    y: bottomOf(label) + 1,
    width: cell.width,
    height: bottomOf(cell) - bottomOf(label) - 1,
  };
  return {
    ...(below.height >= 16 && below.height > label.height && { below: inset(below) }),
    ...(beside.width >= 70 && label.width < 0.6 * cell.width && { beside: inset(beside) }),
  };
}

const within = (word: Area, label: Area): boolean =>
  word.x >= label.x - 1 && rightOf(word) <= rightOf(label) + 1 && sharedHeight(word, label) > 0;

const isEmpty = (cell: Area, { words }: Grid): boolean =>
  cell.width >= SMALLEST.width &&
  cell.height >= SMALLEST.height &&
  !words.some((word) => sharedWidth(word, cell) > 1 && sharedHeight(word, cell) > 2);

const inset = ({ x, y, width, height }: Area): Area => ({
  x: x + 2,
  y: y + 1,
  width: width - 4,
  height: height - 2,
});
