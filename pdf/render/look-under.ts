import { withoutAnchors } from './find-places.ts';
import { luminanceAt } from './find-covered.ts';
import { findFreePlace } from './find-free-place.ts';
import { openRenderer, type PageImage, type Renderer } from './pdfium.ts';
import { areaOf, areaOfBox, isIn, type Area, type PlacedBox } from './placed-box.ts';
import { marksOf, scannedMarks } from './scan-marks.ts';

/** The content of the base file in the center of a box in which something will be printed. */
export type Under = {
  /**
   * Letters, digits and currency signs with single spaces between words, without anchors such as
   * {{signature:1}}.
   */
  text: string;
  /** The complete words that contain these characters. */
  words: string;
  /** Groups of words that the box covers completely, such as a clause, an amount or a label. */
  whole: string[];
  /** Share of the box, from 0 to 1, that is neither background nor text: lines, pictures and patterns. */
  marked: number;
  /** Share of the box, from 0 to 1, that is too dark for ink to be visible. */
  dark: number;
  /** Area, in square points, of marks that may be scanned words. Thin lines and specks are not counted. */
  scanned: number;
  /** The nearest position in points at which the box covers no words, if it covers some now. */
  free?: { x: number; y: number };
};

export type ContentQuery = {
  pdf: Uint8Array;
  /** Sizes of the displayed pages in points. */
  pages: readonly { width: number; height: number }[];
  boxes: readonly PlacedBox[];
};

/** Pixels per point. */
const scale = 1;
/**
 * Fractions of the box's size. Marks near the edge are ignored, because an adjacent label may extend into the
 * box.
 */
export const RIM = { across: 0.04, down: 0.2 };

/** Returns the content under each box in order, or undefined if the file cannot be opened. */
export async function readContentUnder({ pdf, pages, boxes }: ContentQuery): Promise<Under[] | undefined> {
  const file = await openRenderer(pdf);
  if ('failed' in file) return undefined;
  try {
    const letters = new Map<number, Reading[]>();
    return boxes.map((box) => {
      const index = box.page - 1;
      if (!letters.has(index)) letters.set(index, withoutAnchors(file.pageLetters(index)));
      const page = pages[index] ?? { width: 0, height: 0 };
      const placed = placeLetters(letters.get(index)!, box);
      const under = lookInto(file, box, page, placed);
      const others = boxes.filter((other) => other !== box && other.page === box.page);
      const free = under.text === '' ? undefined : findFreePlace(box, { page, others, letters: placed });
      return { ...under, ...(free && { free }) };
    });
  } finally {
    file.close();
  }
}

type Reading = ReturnType<Renderer['pageLetters']>[number];
/** `isFirst` is true if a space precedes the character. */
type Placed = { sign: string; area: Area; isFirst: boolean };

function placeLetters(letters: readonly Reading[], box: PlacedBox): Placed[] {
  return letters.flatMap((letter, at): Placed[] => {
    const area = areaOf(letter, box);
    const isFirst = letters[at - 1]?.sign.trim() === '';
    return area ? [{ sign: letter.sign, area, isFirst }] : [];
  });
}

function lookInto(
  file: Renderer,
  box: PlacedBox,
  page: { width: number; height: number },
  placed: readonly Placed[],
): Under {
  const heart = heartOf(box);
  const inHeart = ({ area }: Placed): boolean => isIn(area, heart);
  const runs = runsOf(placed).filter((run) => run.some(inHeart));
  const whole = runs.filter((run) => run.every(({ area }) => isIn(area, areaOfBox(box))));
  const shown = file.renderPart(box.page - 1, scale, { ...heart, page });
  return {
    text: textOf(placed.filter(inHeart)),
    words: runs.map((run) => writtenText(wordsOf(run).filter((word) => word.some(inHeart)))).join(' '),
    whole: whole.map((run) => writtenText(wordsOf(run))),
    ...shadesOf(shown),
  };
}

function heartOf({ x, y, width, height }: Omit<PlacedBox, 'page' | 'matrix'>): Area {
  return {
    left: x + width * RIM.across,
    right: x + width * (1 - RIM.across),
    top: y + height * RIM.down,
    bottom: y + height * (1 - RIM.down),
  };
}

/** Groups letters that are on the same line without a wide gap, in drawing order. */
function runsOf(placed: readonly Placed[]): Placed[][] {
  const runs: Placed[][] = [];
  for (const letter of placed) {
    if (letter.sign.trim() === '') continue;
    const before = runs.at(-1)?.at(-1)?.area;
    if (before && isBeside(before, letter.area)) runs.at(-1)!.push(letter);
    else runs.push([letter]);
  }
  return runs;
}

/** Minimum gap of several spaces, as between columns. */
const widestGap = 1.2;

function isBeside(before: Area, { left, top, right, bottom }: Area): boolean {
  const height = Math.max(bottom - top, before.bottom - before.top, 4);
  const shared = Math.min(bottom, before.bottom) - Math.max(top, before.top);
  const gap = Math.max(left - before.right, before.left - right);
  return shared > -height * 0.3 && gap < height * widestGap;
}

/** Gaps of at least this share of the tallest letter count as spaces, because some files contain no others. */
const narrowestSpace = 0.3;

/** Splits a run of letters into its words. */
function wordsOf(run: readonly Placed[]): Placed[][] {
  const tallest = Math.max(...run.map(({ area }) => area.bottom - area.top));
  const words: Placed[][] = [];
  for (const letter of run) {
    const before = words.at(-1)?.at(-1)?.area;
    const { left, right } = letter.area;
    const gap = before ? Math.max(left - before.right, before.left - right) : Number.POSITIVE_INFINITY;
    if (letter.isFirst || gap > tallest * narrowestSpace) words.push([letter]);
    else words.at(-1)!.push(letter);
  }
  return words;
}

const writtenText = (words: readonly Placed[][]): string =>
  words.map((word) => word.map(({ sign }) => sign).join('')).join(' ');

/** Joins characters into words. Characters that are far apart or on different lines belong to separate words. */
function textOf(under: readonly Placed[]): string {
  let text = '';
  let before: Area | undefined;
  for (const { sign, area } of under) {
    if (!/[\p{L}\p{M}\p{N}\p{Sc}]/u.test(sign)) {
      before = undefined;
      continue;
    }
    const gap = before ? Math.abs(area.left - before.right) : Number.POSITIVE_INFINITY;
    const sameWord = before !== undefined && gap < (area.bottom - area.top) * 0.6;
    text += sameWord || text === '' ? sign : ` ${sign}`;
    before = area;
  }
  return text;
}

/** Luminance (of 255) below which ink is invisible on the background. */
const darkest = 70;

function shadesOf(shown: PageImage): Pick<Under, 'marked' | 'dark' | 'scanned'> {
  const { rgba, width, height } = shown;
  const pixels = width * height;
  if (pixels === 0) return { marked: 0, dark: 0, scanned: 0 };
  let dark = 0;
  for (let at = 0; at < rgba.length; at += 4) if (luminanceAt(rgba, at) < darkest) dark += 1;
  const marks = marksOf(shown);
  const scanned = count(scannedMarks(marks, shown)) / scale ** 2;
  return { marked: count(marks) / pixels, dark: dark / pixels, scanned };
}

const count = (marks: Uint8Array): number => marks.reduce((sum, one) => sum + one, 0);
