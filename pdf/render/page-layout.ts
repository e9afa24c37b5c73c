import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { PdfiumGlyph } from './page-glyphs.ts';
import { readStrokes, type Point, type Stroke } from './page-strokes.ts';

type Area = { x: number; y: number; width: number; height: number };

/**
 * The words and lines on a page, in points of the displayed page with the origin at the top left. A word is as
 * high as its font size, of which four fifths are above the baseline. `squares` are frames of the size of a
 * check box.
 */
export type PageLayout = {
  width: number;
  height: number;
  words: (Area & { text: string })[];
  rules: Area[];
  squares: Area[];
};

/** The displayed page. `crop` is left, bottom, right and top in user space. */
export type ShownPage = {
  width: number;
  height: number;
  rotate: number;
  crop: readonly [number, number, number, number];
  userUnit: number;
};

/** Maximum number of words and of lines. A page with more is a drawing. */
const MAX_PARTS = 5000;

export function readLayout(
  pdfium: WrappedPdfiumModule,
  page: number,
  glyphs: readonly PdfiumGlyph[],
  shown: ShownPage,
): PageLayout {
  const toShown = mapping(shown);
  const strokes =
    page === 0 ? [] : readStrokes(pdfium, page).map(([from, to]): Stroke => [toShown(from), toShown(to)]);
  const { width, height } = shown;
  const words = wordsIn(glyphs, toShown, shown);
  return { width, height, words: words.slice(0, MAX_PARTS), ...linesIn(strokes.slice(0, MAX_PARTS)) };
}

function mapping({ crop: [x0, y0, x1, y1], rotate, userUnit: unit }: ShownPage): (point: Point) => Point {
  switch (rotate) {
    case 90:
      return ({ x, y }) => ({ x: (y - y0) * unit, y: (x - x0) * unit });
    case 180:
      return ({ x, y }) => ({ x: (x1 - x) * unit, y: (y - y0) * unit });
    case 270:
      return ({ x, y }) => ({ x: (y1 - y) * unit, y: (x1 - x) * unit });
  }
  return ({ x, y }) => ({ x: (x - x0) * unit, y: (y1 - y) * unit });
}

/** A letter on a line. `left` and `right` are the bounds of its outline. */
type Letter = { sign: string; left: number; right: number; base: number; size: number };

function wordsIn(
  glyphs: readonly PdfiumGlyph[],
  toShown: (point: Point) => Point,
  { userUnit, width, height }: ShownPage,
): (Area & { text: string })[] {
  const letters = glyphs.flatMap(({ sign, x, y, size, box }): Letter[] => {
    const origin = toShown({ x, y });
    const isOutside = origin.x < 0 || origin.y < 0 || origin.x > width || origin.y > height;
    if (isOutside || size * userUnit < 2) return [];
    const one = box ? toShown({ x: box[0], y: box[1] }) : origin;
    const other = box ? toShown({ x: box[2], y: box[3] }) : origin;
    const [left, right] = [Math.min(one.x, other.x), Math.max(one.x, other.x)];
    return [{ sign, left, right, base: origin.y, size: size * userUnit }];
  });
  return linesOf(letters).flatMap((line) => splitLine(line).flatMap(wordOf));
}

/** Returns the letters of each baseline, from left to right. */
function linesOf(letters: Letter[]): Letter[][] {
  const lines: Letter[][] = [];
  for (const letter of letters.sort((a, b) => a.base - b.base)) {
    const line = lines.at(-1);
    if (line && letter.base - line[0]!.base < 0.25 * letter.size) line.push(letter);
    else lines.push([letter]);
  }
  for (const line of lines) line.sort((a, b) => a.left - b.left);
  return lines;
}

/** Gap as a multiple of the font size. Spaces are wider, and gaps between letters of a word are smaller. */
const GAP = 0.3;

/** Splits a line at spaces, and between letters and the underscores or dots of a blank. */
function splitLine(line: readonly Letter[]): Letter[][] {
  const words: Letter[][] = [];
  let right: number | undefined;
  for (const letter of line) {
    if (/^[\p{Z}\p{C}\s]*$/u.test(letter.sign)) {
      right = undefined;
      continue;
    }
    const isApart = right === undefined || letter.left - right > GAP * letter.size;
    if (isApart) words.push([letter]);
    else words.at(-1)!.push(letter);
    right = Math.max(right ?? letter.right, letter.right);
  }
  return words.flatMap(splitAtFillers);
}

/** Separates underscores, four or more dots, and two or more ellipses from the letters around them. */
function splitAtFillers(word: Letter[]): Letter[][] {
  const text = word.map(({ sign }) => [...sign][0] ?? ' ').join('');
  const parts: Letter[][] = [];
  let from = 0;
  for (const { index, 0: dots } of text.matchAll(/[_＿‗]{2,}|[.·]{4,}|…[.…]+/gu)) {
    parts.push(word.slice(from, index), word.slice(index, index + dots.length));
    from = index + dots.length;
  }
  return [...parts, word.slice(from)].filter((part) => part.length > 0);
}

/** Returns the letters as a word. Right-to-left letters are in reading order in its text. */
function wordOf(letters: readonly Letter[]): (Area & { text: string })[] {
  const signs = letters.map(({ sign }) => sign);
  const isRightToLeft = signs.some((sign) => /[\p{sc=Arab}\p{sc=Hebr}]/u.test(sign));
  const text = (isRightToLeft ? signs.reverse() : signs).join('').normalize('NFKC');
  const size = Math.max(...letters.map((letter) => letter.size));
  const left = Math.min(...letters.map((letter) => letter.left));
  const width = Math.max(...letters.map((letter) => letter.right)) - left;
  return text === '' ? [] : [{ text, x: left, y: letters[0]!.base - 0.8 * size, width, height: size }];
}

/**
 * Sizes in points. A thicker area than `thin` is not a line. `tick` is the range of side lengths of check boxes.
 */
const thin = 3;
const tick = { least: 5, most: 20 };
const SHORTEST_LINE = 8;

function linesIn(strokes: readonly Stroke[]): Pick<PageLayout, 'rules' | 'squares'> {
  const [rules, squares]: Area[][] = [[], []];
  for (const [from, to] of strokes) {
    const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
    const area = { x, y, width: Math.abs(from.x - to.x), height: Math.abs(from.y - to.y) };
    const [short, long] = [Math.min(area.width, area.height), Math.max(area.width, area.height)];
    if (short <= thin && long >= SHORTEST_LINE) rules!.push(area);
    else if (short >= tick.least && long <= tick.most && long - short < 3) squares!.push(area);
  }
  return { rules: rules!, squares: squares! };
}
