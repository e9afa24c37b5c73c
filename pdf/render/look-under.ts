import { withoutAnchors } from './find-places.ts';
import { luminanceAt } from './find-covered.ts';
import { findFreePlace } from './find-free-place.ts';
import { openRenderer, type PageImage, type Renderer } from './pdfium.ts';
import { areaOf, areaOfBox, isIn, type Area, type PlacedBox } from './placed-box.ts';

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
/** A channel that differs from the background by this amount is a mark. */
const mark = 48;

function shadesOf({ rgba, width, height }: PageImage): Pick<Under, 'marked' | 'dark' | 'scanned'> {
  const pixels = width * height;
  if (pixels === 0) return { marked: 0, dark: 0, scanned: 0 };
  const ground = groundOf(rgba);
  const marks = new Uint8Array(pixels);
  let [marked, dark] = [0, 0];
  for (let at = 0; at < rgba.length; at += 4) {
    if (luminanceAt(rgba, at) < darkest) dark += 1;
    if (![0, 1, 2].some((channel) => Math.abs(rgba[at + channel]! - ground[channel]!) > mark)) continue;
    marked += 1;
    marks[at / 4] = 1;
  }
  const scanned = countScanned(marks, { width, height }) / scale ** 2;
  return { marked: marked / pixels, dark: dark / pixels, scanned };
}

/** In pixels: a ruled line is longer and thinner than any stroke of a letter. */
const rule = { long: 24, thin: 3 };

/** Counts marked pixels that have neighbors and are on no ruled line. */
function countScanned(marks: Uint8Array, { width, height }: Omit<PageImage, 'rgba'>): number {
  const isMarked = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && marks[y * width + x] === 1;
  const reach = (x: number, y: number, right: number, down: number): number => {
    let steps = 0;
    while (steps <= rule.long && isMarked(x + right * (steps + 1), y + down * (steps + 1))) steps += 1;
    return steps;
  };
  let count = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!isMarked(x, y)) continue;
      const across = 1 + reach(x, y, 1, 0) + reach(x, y, -1, 0);
      const down = 1 + reach(x, y, 0, 1) + reach(x, y, 0, -1);
      const isRule = Math.max(across, down) > rule.long && Math.min(across, down) <= rule.thin;
      const isDust = Math.max(across, down) <= 2 && !touchesMore(isMarked, x, y);
      if (!isRule && !isDust) count += 1;
    }
  }
  return count;
}

/** Returns true if at least three of the eight pixels around are marked. */
function touchesMore(isMarked: (x: number, y: number) => boolean, x: number, y: number): boolean {
  let around = -1;
  for (const right of [-1, 0, 1])
    for (const down of [-1, 0, 1]) if (isMarked(x + right, y + down)) around += 1;
  return around >= 3;
}

/** Returns the approximate color of most pixels. */
function groundOf(rgba: Uint8Array): number[] {
  const counts = new Map<number, number>();
  for (let at = 0; at < rgba.length; at += 4) {
    const key = ((rgba[at]! >> 4) << 8) | ((rgba[at + 1]! >> 4) << 4) | (rgba[at + 2]! >> 4);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const [most = 0] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0]);
  return [most >> 8, (most >> 4) & 15, most & 15].map((part) => part * 16 + 8);
}
