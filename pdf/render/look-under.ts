import { withoutAnchors } from './find-places.ts';
import { luminanceAt } from './find-covered.ts';
import { findFreePlace } from './find-free-place.ts';
import { openRenderer, type PageImage, type Renderer } from './pdfium.ts';
import { areaOf, areaOfBox, isIn, type Area, type PlacedBox } from './placed-box.ts';
import { marksOf, scannedMarks } from './scan-marks.ts';

/** The base content in the center of a box where something will be printed. */
export type Under = {
  /**
   * Letters, digits and currency signs, with single spaces between words; without anchors such as
   * {{signature:1}}.
   */
  text: string;
  /** The words that these characters are part of. */
  words: string;
  /** Runs of words that the box covers completely, such as a whole clause, an amount or a label. */
  whole: string[];
  /** Share of the box that is neither background nor text: lines, pictures, patterns. 0 to 1. */
  marked: number;
  /** Share that is too dark for ink to show. 0 to 1. */
  dark: number;
  /** Square points of marks that may be words of a scan: neither thin lines nor dust. */
  scanned: number;
  /** The nearest position in points where the box does not cover words, if it covers some now. */
  free?: { x: number; y: number };
};

export type ContentQuery = {
  pdf: Uint8Array;
  /** Sizes of the pages as displayed, in points. */
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

/** Returns the content below each box in order; undefined if the file cannot be opened. */
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
/** `isFirst`: a blank comes before it. */
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

/** Groups letters that are on one line without a wide gap, in drawing order. */
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

/** Several spaces wide, as between words in column layout. */
const widestGap = 1.2;

function isBeside(before: Area, { left, top, right, bottom }: Area): boolean {
  const height = Math.max(bottom - top, before.bottom - before.top, 4);
  const shared = Math.min(bottom, before.bottom) - Math.max(top, before.top);
  const gap = Math.max(left - before.right, before.left - right);
  return shared > -height * 0.3 && gap < height * widestGap;
}

/** A gap of this share of the tallest letter is a space; some files have no other ones. */
const narrowestSpace = 0.3;

/** Splits a run into its words. */
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

/** Joins characters to words; characters far apart or on another line are separate words. */
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

/** Ink is invisible on anything darker (luminance of 255). */
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
