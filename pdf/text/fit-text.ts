import { isHandwriting } from '../fonts/faces.ts';
import type { FaceName, HanFace } from '../fonts/faces.ts';
import { analyseParagraph } from './analyse-paragraph.ts';
import type { Paragraph } from './analyse-paragraph.ts';
import { breakLines, fitParagraphs, isWithin, shrinkToInk, splitWords } from './fit-words.ts';
import type { LineRange, MeasuredParagraph, Word } from './fit-words.ts';
import { inkBounds } from './ink-bounds.ts';
import { shapeLine } from './shape-line.ts';
import type { ShapedLine } from './shape-line.ts';

export type WrappedLine = { shaped: ShapedLine; rightToLeft: boolean };

export type FittedText = {
  /** Font size in points. */
  size: number;
  lines: WrappedLine[];
  /** False if even the smallest size overflows the box. `lines` always contains the whole text. */
  fits: boolean;
  /** Characters that no font contains. They are drawn as empty boxes. */
  unshapeable: string[];
};

export type TextBox = { width: number; height: number; face?: FaceName; size?: number; han?: HanFace };

/**
 * Fits text into a box (points) at the largest possible size, at least 6 pt. Uses a slightly smaller size on one
 * line, or else several lines if the box is high enough. Words are split only at the smallest size, and text is
 * never truncated.
 *
 * @param box.size preferred size; by default 11 pt, and for a handwriting face as large as the box allows
 */
export function fitText(text: string, box: TextBox): FittedText {
  const face = box.face ?? 'sans';
  const byHand = isHandwriting(face);
  const size = box.size ?? (byHand ? 48 : 11);
  const paragraphs = splitParagraphs(text, face, box.han);
  // A value shrinks slightly before it breaks. A signature never breaks while it is readable.
  const fitted = fitParagraphs(paragraphs, box, { size, unbroken: byHand ? 0 : 0.7 });
  const lines = paragraphs.flatMap((paragraph, at) => fitted.lines[at]!.map(paragraph.line));
  const inks = lines.map(({ shaped }) => inkBounds(shaped));
  const unshapeable = [...new Set(paragraphs.flatMap((paragraph) => paragraph.unshapeable))];
  return { ...shrinkToInk(fitted, inks, box, byHand ? 1 : 0), lines, unshapeable };
}

/** Wraps text at a given size to a width (points). Words that are too wide are split. */
export function wrapText(
  text: string,
  { face, size, han, base }: { face: FaceName; size: number; han?: HanFace; base?: 'rtl' | undefined },
  width: number,
): WrappedLine[] {
  return splitParagraphs(text, face, han, base).flatMap((paragraph) => {
    const whole = { start: 0, end: paragraph.text.length };
    if (isWithin(paragraph, whole, size, width)) return [paragraph.line(whole)];
    return breakLines(paragraph, (width * 1000) / size, true).map(paragraph.line);
  });
}

type ShapedParagraph = MeasuredParagraph &
  Pick<Paragraph, 'unshapeable'> & { line: (range: LineRange) => WrappedLine };

const splitParagraphs = (text: string, face: FaceName, han?: HanFace, base?: 'rtl'): ShapedParagraph[] =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((part) => measureParagraph(analyseParagraph(part, face, han, base)));

function measureParagraph(paragraph: Paragraph): ShapedParagraph {
  const { text, rightToLeft, unshapeable } = paragraph;
  const whole = shapeLine(paragraph);
  const shape = (start: number, end: number): ShapedLine =>
    start === 0 && end === text.length ? whole : shapeLine(paragraph, start, end);
  let words: readonly Word[] | undefined;
  return {
    text,
    unshapeable,
    words: () => (words ??= measureWords(text, whole)),
    widthOf: (start, end) => shape(start, end).width,
    line: ({ start, end }) => ({ shaped: shape(start, end), rightToLeft }),
  };
}

function measureWords(text: string, whole: ShapedLine): Word[] {
  // The text is shaped once as a whole. A word is the text between two positions, in whatever order it is
  // drawn.
  const advances = new Float64Array(text.length);
  for (const { glyphs } of whole.runs) {
    for (const { at, advance } of glyphs) advances[at] = (advances[at] ?? 0) + advance;
  }
  const between = (start: number, end: number): number =>
    advances.subarray(start, end).reduce((sum, advance) => sum + advance, 0);
  return [...splitWords(text)].map((piece) => ({
    ...piece,
    width: between(piece.start, piece.end),
    widthWithSpace: between(piece.start, piece.spaceEnd),
  }));
}
