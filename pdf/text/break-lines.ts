import type { Paragraph } from './analyse-paragraph.ts';
import { shapeLine } from './shape-line.ts';

/**
 * An unbreakable piece of a paragraph: UTF-16 positions of the word and of the end of the white space after
 * it; widths in thousandths of the font size, without and with that space.
 */
export type Word = { start: number; end: number; spaceEnd: number; width: number; widthWithSpace: number };

export type LineRange = { start: number; end: number };

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Scripts written without spaces; lines can break between any two of their words. */
const SPACELESS = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const ENDS_SPACELESS = new RegExp(`[${SPACELESS}]$`, 'u');
const STARTS_SPACELESS = new RegExp(`^[${SPACELESS}]`, 'u');

/**
 * Splits a paragraph at break opportunities and measures the pieces; `whole` is the paragraph as one line.
 */
export function measureWords(paragraph: Paragraph, whole = shapeLine(paragraph)): Word[] {
  // Shaped once as a whole: a word is the text between two positions, in whatever order it is drawn.
  const advances = new Float64Array(paragraph.text.length);
  for (const { glyphs } of whole.runs) {
    for (const { at, advance } of glyphs) advances[at] = (advances[at] ?? 0) + advance;
  }
  const between = (start: number, end: number): number =>
    advances.subarray(start, end).reduce((sum, advance) => sum + advance, 0);
  return [...pieces(paragraph.text)].map((piece) => ({
    ...piece,
    width: between(piece.start, piece.end),
    widthWithSpace: between(piece.start, piece.spaceEnd),
  }));
}

/**
 * Fills lines word by word. A word wider than the line gets a separate line, or is split into graphemes if
 * `paragraph` is given.
 *
 * @param em width of a line in thousandths of the font size
 */
export function breakLines(words: Word[], em: number, paragraph?: Paragraph): LineRange[] {
  const pieces = paragraph === undefined ? words : words.flatMap((word) => cutToWidth(word, em, paragraph));
  const lines: LineRange[] = [];
  let line: LineRange | undefined;
  let filled = 0;
  for (const piece of pieces) {
    if (line !== undefined && filled + piece.width <= em) line.end = piece.end;
    else {
      line = { start: piece.start, end: piece.end };
      lines.push(line);
      filled = 0;
    }
    filled += piece.widthWithSpace;
  }
  return lines;
}

function* pieces(text: string): Generator<{ start: number; end: number; spaceEnd: number }> {
  let start = 0;
  let end = 0;
  let spaceEnd = 0;
  for (const { segment, index } of segmenter.segment(text)) {
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
  // After a hyphen inside a word, but not between the sign of a number and its digits, nor inside 'e-mail'.
  if (/[\p{L}\p{N}]{2}[-\u2010]$|\S[\u2013\u2014/]$/u.test(before)) return /^[\p{L}\p{N}]/u.test(after);
  return ENDS_SPACELESS.test(before) && STARTS_SPACELESS.test(after);
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/**
 * A character with its marks. A grapheme can join an unlimited number of characters and then be wider than
 * any line.
 */
const SIGN = /.[\p{M}\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]*/gsu;

function cutToWidth(word: Word, em: number, paragraph: Paragraph): Word[] {
  if (word.width <= em) return [word];
  const parts: Word[] = [];
  const add = (piece: string, at: number): void => {
    const end = at + piece.length;
    const last = parts.at(-1);
    const width = shapeLine(paragraph, last?.start ?? at, end).width;
    if (last !== undefined && width <= em) {
      Object.assign(last, { end, spaceEnd: end, width, widthWithSpace: width });
      return;
    }
    const alone = last === undefined ? width : shapeLine(paragraph, at, end).width;
    const signs = alone > em ? [...piece.matchAll(SIGN)] : [];
    if (signs.length > 1) for (const sign of signs) add(sign[0], at + sign.index);
    else parts.push({ start: at, end, spaceEnd: end, width: alone, widthWithSpace: alone });
  };
  for (const { segment, index } of graphemes.segment(paragraph.text.slice(word.start, word.end))) {
    add(segment, word.start + index);
  }
  const last = parts.at(-1);
  if (last !== undefined) {
    last.spaceEnd = word.spaceEnd;
    last.widthWithSpace = last.width + word.widthWithSpace - word.width;
  }
  return parts;
}
