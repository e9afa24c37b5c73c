import { isHandwriting } from '../fonts/faces.ts';
import type { FaceName, HanFace } from '../fonts/faces.ts';
import { analyseParagraph } from './analyse-paragraph.ts';
import type { Paragraph } from './analyse-paragraph.ts';
import { breakLines, measureWords } from './break-lines.ts';
import type { Word } from './break-lines.ts';
import { inkBounds } from './ink-bounds.ts';
import { shapeLine } from './shape-line.ts';
import type { ShapedLine } from './shape-line.ts';

/** Minimum font size in points. */
const SMALLEST_SIZE = 6;

/** Line height as a multiple of the font size. */
export const LEADING = 1.25;

/** Horizontal padding of text inside its box (points). */
export const PADDING = 2;

export type WrappedLine = { shaped: ShapedLine; rightToLeft: boolean };

export type FittedText = {
  /** Font size in points. */
  size: number;
  lines: WrappedLine[];
  /** False if even the smallest size overflows the box; `lines` contain the whole text anyway. */
  fits: boolean;
  /** Characters that no font contains; drawn as empty boxes. */
  unshapeable: string[];
};

export type TextBox = { width: number; height: number; face?: FaceName; size?: number; han?: HanFace };

/**
 * Fits text into a box (points) at the largest possible size, down to 6 pt: slightly smaller on one line, or
 * else on several lines if the box is high enough. Words are split only at the smallest size, and text is
 * never truncated.
 *
 * @param box.size the preferred size; by default 11 pt, and for a handwriting face as large as the box allows
 */
export function fitText(text: string, box: TextBox): FittedText {
  const face = box.face ?? 'sans';
  return shrinkToInk(fitWidths(text, box, face), box, isHandwriting(face) ? 1 : 0);
}

/**
 * Shrinks text until its actual strokes are inside the box, not only its advance widths: handwriting faces
 * have swashes, and marks can be stacked without limit.
 *
 * @param free space to keep above and below (points)
 */
function shrinkToInk(fitted: FittedText, box: TextBox, free: number): FittedText {
  const { lines, size } = fitted;
  const inks = lines.map(({ shaped }) => inkBounds(shaped));
  const wide = Math.max(0, ...inks.map(({ left, right }) => right - left)) / 1000;
  const first = inks[0]?.top ?? 0;
  const high = (first - (inks.at(-1)?.bottom ?? 0)) / 1000 + (lines.length - 1) * LEADING;
  const holdsWidth = wide > 0 ? (box.width - 2 * PADDING) / wide : size;
  const holdsHeight = high > 0 ? (box.height - 2 * free) / high : size;
  const smaller = Math.min(size, holdsWidth, holdsHeight);
  const floor = Math.min(SMALLEST_SIZE, size);
  return { ...fitted, size: Math.max(floor, smaller), fits: fitted.fits && smaller >= floor };
}

function fitWidths(text: string, box: TextBox, face: FaceName): FittedText {
  const wished = box.size ?? (isHandwriting(face) ? 48 : 11);
  const paragraphs = splitParagraphs(text, face, box.han);
  const unshapeable = [...new Set(paragraphs.flatMap((paragraph) => paragraph.unshapeable))];
  const width = Math.max(0, box.width - 2 * PADDING);
  const atOnce = oneLine(paragraphs, wished, width, box.height);
  if (atOnce !== undefined) return { size: wished, lines: [atOnce], fits: true, unshapeable };
  const words = paragraphs.map((paragraph) => measureWords(paragraph));
  // A value shrinks slightly rather than break; a signature never breaks while it is readable.
  const wish = { wished, unbroken: isHandwriting(face) ? 0 : wished * 0.7 };
  const fitting = maxFontSize(words, wish, width, box.height);
  const size = fitting ?? Math.min(SMALLEST_SIZE, wished);
  const lines = paragraphs.flatMap((paragraph, index) =>
    layoutLines(paragraph, words[index] ?? [], (width * 1000) / size, fitting === undefined),
  );
  const fits =
    fitting !== undefined || (holds(lines.length, size, box.height) && allWithin(lines, size, width));
  return { size, lines, fits, unshapeable };
}

/** Wraps text at a given size to a width (points); words that are too wide are split. */
export function wrapText(
  text: string,
  { face, size, han, base }: { face: FaceName; size: number; han?: HanFace; base?: 'rtl' | undefined },
  width: number,
): WrappedLine[] {
  return splitParagraphs(text, face, han, base).flatMap((paragraph) => {
    const line = { shaped: shapeLine(paragraph), rightToLeft: paragraph.rightToLeft };
    if (allWithin([line], size, width)) return [line];
    return layoutLines(paragraph, measureWords(paragraph, line.shaped), (width * 1000) / size, true);
  });
}

const splitParagraphs = (text: string, face: FaceName, han?: HanFace, base?: 'rtl'): Paragraph[] =>
  text.split(/\r\n|[\n\r\u2028\u2029]/).map((part) => analyseParagraph(part, face, han, base));

/** Fast path for a short value in a wide box: shaped once, without splitting into words. */
function oneLine(
  paragraphs: Paragraph[],
  size: number,
  width: number,
  height: number,
): WrappedLine | undefined {
  const [paragraph] = paragraphs;
  if (paragraph === undefined || paragraphs.length > 1 || !holds(1, size, height)) return undefined;
  const line = { shaped: shapeLine(paragraph), rightToLeft: paragraph.rightToLeft };
  return allWithin([line], size, width) ? line : undefined;
}

/** The preferred size, and the size down to which lines are not broken (points). */
type Wish = { wished: number; unbroken: number };

/**
 * Returns the largest size at which no word has to be split, in steps of a quarter point; undefined below the
 * minimum.
 */
function maxFontSize(
  words: Word[][],
  { wished, unbroken: smallestUnbroken }: Wish,
  width: number,
  height: number,
): number | undefined {
  const smallest = Math.min(SMALLEST_SIZE, wished);
  const unbroken = Math.floor(((width * 1000) / widestLine(words)) * 4) / 4;
  if (unbroken >= Math.max(smallest, smallestUnbroken)) {
    const size = Math.min(wished, unbroken);
    if (holds(words.length, size, height)) return size;
  }
  const longest = Math.max(0, ...words.flat().map((word) => word.width));
  for (let size = wished; ; size = Math.max(smallest, size - 0.25)) {
    const em = (width * 1000) / size;
    if (longest <= em) {
      const count = words.reduce((sum, paragraph) => sum + breakLines(paragraph, em).length, 0);
      if (holds(count, size, height)) return size;
    }
    if (size <= smallest) return undefined;
  }
}

/** In thousandths of the font size. */
const widestLine = (words: Word[][]): number =>
  Math.max(1, ...words.map((paragraph) => paragraph.reduce((sum, word) => sum + word.widthWithSpace, 0)));

const holds = (lines: number, size: number, height: number): boolean =>
  lines * size * LEADING <= height + 0.01;

const allWithin = (lines: WrappedLine[], size: number, width: number): boolean =>
  lines.every(({ shaped }) => (shaped.width * size) / 1000 <= width + 0.01);

function layoutLines(paragraph: Paragraph, words: Word[], em: number, cutWords: boolean): WrappedLine[] {
  const { rightToLeft } = paragraph;
  return breakLines(words, em, cutWords ? paragraph : undefined).map(({ start, end }) => ({
    shaped: shapeLine(paragraph, start, end),
    rightToLeft,
  }));
}
