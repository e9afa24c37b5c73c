import { segmentsOf, spaceless } from './segments.ts';

/**
 * Line breaking, size and position of a text in a box. This module imports no font, because the signing page
 * runs the same code with the browser's measurements, so that a value looks the same as in the sealed file.
 */

/** Minimum font size in points. */
export const SMALLEST_SIZE = 6;

/** Line height as a multiple of the font size. */
export const LEADING = 1.25;

/** Horizontal padding of text inside its box (points). */
export const PADDING = 2;

export type LineRange = { start: number; end: number };

/**
 * An unbreakable piece of a paragraph: UTF-16 positions of the word and of the end of the white space after it,
 * and its widths with and without that space, in thousandths of the font size.
 */
export type Word = LineRange & { spaceEnd: number; width: number; widthWithSpace: number };

/** Bounds of a line's ink in thousandths of the font size. The origin is the left end of its baseline. */
export type Ink = { left: number; right: number; bottom: number; top: number };

/** A paragraph and its widths in thousandths of the font size. */
export type MeasuredParagraph = {
  text: string;
  words(): readonly Word[];
  widthOf(start: number, end: number): number;
};

type Size = { width: number; height: number };

/** Preferred size (points), and the share of it down to which lines are not broken (see fitText). */
type Wish = { size: number; unbroken: number };

/** `lines` are the ranges of each paragraph. `fits` is false if even the smallest size overflows the box. */
type Fitted = { size: number; lines: LineRange[][]; fits: boolean };

/** Fits paragraphs into a box (points) at the largest possible size, using their advance widths. */
export function fitParagraphs(
  paragraphs: readonly MeasuredParagraph[],
  box: Size,
  { size: wished, unbroken }: Wish,
): Fitted {
  const width = Math.max(0, box.width - 2 * PADDING);
  const [only] = paragraphs;
  // Fast path for a short value in a wide box, which is measured once without splitting it into words.
  if (only && paragraphs.length === 1 && holds(1, wished, box.height)) {
    const line = { start: 0, end: only.text.length };
    if (isWithin(only, line, wished, width)) return { size: wished, lines: [[line]], fits: true };
  }
  const fitting = maxFontSize(
    paragraphs.map((paragraph) => paragraph.words()),
    { size: wished, unbroken: wished * unbroken },
    width,
    box.height,
  );
  const size = fitting ?? Math.min(SMALLEST_SIZE, wished);
  const lines = paragraphs.map((paragraph) =>
    breakLines(paragraph, (width * 1000) / size, fitting === undefined),
  );
  const overflows = () =>
    !holds(lines.flat().length, size, box.height) ||
    paragraphs.some((paragraph, at) => lines[at]!.some((line) => !isWithin(paragraph, line, size, width)));
  return { size, lines, fits: fitting !== undefined || !overflows() };
}

/**
 * Shrinks lines until their actual strokes are inside the box and not only their advance widths. Handwriting
 * faces have swashes, and marks can be stacked without limit.
 *
 * @param free space to keep free above and below (points)
 */
export function shrinkToInk(
  { size, fits }: Omit<Fitted, 'lines'>,
  inks: readonly Ink[],
  box: Size,
  free = 0,
): Omit<Fitted, 'lines'> {
  const wide = Math.max(0, ...inks.map(({ left, right }) => right - left)) / 1000;
  const first = inks[0]?.top ?? 0;
  const high = (first - (inks.at(-1)?.bottom ?? 0)) / 1000 + (inks.length - 1) * LEADING;
  const holdsWidth = wide > 0 ? (box.width - 2 * PADDING) / wide : size;
  const holdsHeight = high > 0 ? (box.height - 2 * free) / high : size;
  const smaller = Math.min(size, holdsWidth, holdsHeight);
  const floor = Math.min(SMALLEST_SIZE, size);
  return { size: Math.max(floor, smaller), fits: fits && smaller >= floor };
}

/** `width` and `ink` are in thousandths of the font size. */
export type MeasuredLine = { width: number; ink: Ink; rightToLeft: boolean };

export type Align = 'left' | 'center' | 'right';

/**
 * Returns the left end of each line's baseline, in points from the lower left corner of the box. The block is
 * vertically centered.
 *
 * @param align `left` means the start side, so a right-to-left line is right-aligned
 */
export function placeLines(
  lines: readonly MeasuredLine[],
  size: number,
  box: Size,
  align: Align = 'left',
): { x: number; y: number }[] {
  const leading = size * LEADING;
  // Capitals are about 0.7 of the font size high, so a baseline 0.35 below the middle centers them.
  const middle = box.height / 2 + ((lines.length - 1) * leading) / 2 - size * 0.35;
  // Deep or stacked letters shift the line by the amount by which they would extend out of the box.
  const highest = box.height - ((lines[0]?.ink.top ?? 0) * size) / 1000;
  const lowest = (lines.length - 1) * leading - ((lines.at(-1)?.ink.bottom ?? 0) * size) / 1000;
  const first = Math.max(lowest, Math.min(highest, middle));
  return lines.map(({ width, ink, rightToLeft }, index) => {
    const free = box.width - (width * size) / 1000;
    const atRight = rightToLeft || align === 'right';
    const wanted = align === 'center' ? free / 2 : atRight ? free - PADDING : PADDING;
    // A mark without a base letter extends beyond the line's width.
    const [leftmost, rightmost] = [(-ink.left * size) / 1000, box.width - (ink.right * size) / 1000];
    return { x: Math.max(leftmost, Math.min(rightmost, wanted)), y: first - index * leading };
  });
}

/**
 * Returns the largest size, in steps of a quarter point, that does not split a word, or undefined if that is
 * below the minimum.
 */
function maxFontSize(
  words: (readonly Word[])[],
  { size: wished, unbroken: smallestUnbroken }: Wish,
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
      const count = words.reduce((sum, paragraph) => sum + fillLines(paragraph, em).length, 0);
      if (holds(count, size, height)) return size;
    }
    if (size <= smallest) return undefined;
  }
}

/** Returns the width of the widest line in thousandths of the font size. */
const widestLine = (words: (readonly Word[])[]): number =>
  Math.max(1, ...words.map((paragraph) => paragraph.reduce((sum, word) => sum + word.widthWithSpace, 0)));

const holds = (lines: number, size: number, height: number): boolean =>
  lines * size * LEADING <= height + 0.01;

/** Returns true if a line with this font size fits into a width (points). */
export const isWithin = (
  paragraph: MeasuredParagraph,
  { start, end }: LineRange,
  size: number,
  width: number,
): boolean => (paragraph.widthOf(start, end) * size) / 1000 <= width + 0.01;

const ENDS_SPACELESS = new RegExp(`[${spaceless}]$`, 'u');
const STARTS_SPACELESS = new RegExp(`^[${spaceless}]`, 'u');

/** Splits a paragraph where lines may break. */
export function* splitWords(text: string): Generator<LineRange & { spaceEnd: number }> {
  let start = 0;
  let end = 0;
  let spaceEnd = 0;
  for (const { segment, index } of segmentsOf(text, 'word')) {
    if (segment.trim() === '') {
      spaceEnd = index + segment.length;
      continue;
    }
    if (index > start && mayBreak(text.slice(start, index), segment)) {
      yield { start, end, spaceEnd };
      start = index;
    }
    end = spaceEnd = index + segment.length;
  }
  yield { start, end, spaceEnd };
}

function mayBreak(before: string, after: string): boolean {
  if (/[^\S\u00a0\u202f]$/.test(before)) return true;
  // Allows a break after a hyphen inside a word, but not between a number's sign and its digits, nor inside
  // 'e-mail'.
  if (/[\p{L}\p{N}]{2}[-\u2010]$|\S[\u2013\u2014/]$/u.test(before)) return /^[\p{L}\p{N}]/u.test(after);
  return ENDS_SPACELESS.test(before) && STARTS_SPACELESS.test(after);
}

/**
 * Fills lines word by word. A word wider than the line gets its own line, or is split into graphemes if `cut` is
 * set.
 *
 * @param em width of a line in thousandths of the font size
 */
export function breakLines(paragraph: MeasuredParagraph, em: number, cut: boolean): LineRange[] {
  const words = paragraph.words();
  return fillLines(cut ? words.flatMap((word) => cutToWidth(word, em, paragraph)) : words, em);
}

function fillLines(words: readonly Word[], em: number): LineRange[] {
  const lines: LineRange[] = [];
  let line: LineRange | undefined;
  let filled = 0;
  for (const word of words) {
    if (line !== undefined && filled + word.width <= em) line.end = word.end;
    else {
      line = { start: word.start, end: word.end };
      lines.push(line);
      filled = 0;
    }
    filled += word.widthWithSpace;
  }
  return lines;
}

/**
 * A character with its marks. A grapheme can join an unlimited number of characters, so it can be wider than any
 * line.
 */
const SIGN = /.[\p{M}\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]*/gsu;

function cutToWidth(word: Word, em: number, { text, widthOf }: MeasuredParagraph): Word[] {
  if (word.width <= em) return [word];
  const parts: Word[] = [];
  const add = (piece: string, at: number): void => {
    const end = at + piece.length;
    const last = parts.at(-1);
    const width = widthOf(last?.start ?? at, end);
    if (last !== undefined && width <= em) {
      Object.assign(last, { end, spaceEnd: end, width, widthWithSpace: width });
      return;
    }
    const alone = last === undefined ? width : widthOf(at, end);
    const signs = alone > em ? [...piece.matchAll(SIGN)] : [];
    if (signs.length > 1) for (const sign of signs) add(sign[0], at + sign.index);
    else parts.push({ start: at, end, spaceEnd: end, width: alone, widthWithSpace: alone });
  };
  for (const { segment, index } of segmentsOf(text.slice(word.start, word.end), 'grapheme')) {
    add(segment, word.start + index);
  }
  const last = parts.at(-1);
  if (last !== undefined) {
    last.spaceEnd = word.spaceEnd;
    last.widthWithSpace = last.width + word.widthWithSpace - word.width;
  }
  return parts;
}
