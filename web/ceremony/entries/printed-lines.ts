import type { PrintFormats } from '#core/formats/formats.ts';
import { startSize, type ValueLook } from '#core/formats/look.ts';
import {
  fitParagraphs,
  placeLines,
  shrinkToInk,
  splitWords,
  type Ink,
  type MeasuredParagraph,
} from '#pdf/text/fit-words.ts';

export type PrintedText = {
  text: string;
  /** Points */
  width: number;
  height: number;
  /**
   * The complete look. With `formats`, only the field's own settings, which are completed with those of the
   * document.
   */
  look: ValueLook | undefined;
  formats?: PrintFormats;
  /**
   * Shorter alternatives, longest first. If `text` does not fit on one line, the first one that fits is
   * shown, or nothing.
   */
  shorter?: readonly string[];
  /** Number of letter cells of a comb field. */
  cells?: number | null | undefined;
};

/** Returns the width of a text on one line, in thousandths of the font size. */
export type Measure = (text: string) => { width: number; ink: Ink };

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * Returns the lines of a text with their font size and position (points), exactly like `fitText` in pdf/text.
 */
export function printedLines(
  text: string,
  box: { width: number; height: number },
  look: ValueLook,
  measure: Measure,
): { text: string; size: number; x: number; y: number; rightToLeft: boolean }[] {
  const paragraphs = text.split(/\r\n|[\n\r\u2028\u2029]/).map((part) => paragraphOf(part, measure));
  const fitted = fitParagraphs(paragraphs, box, { size: startSize(look, box.height), unbroken: 0.7 });
  const lines = paragraphs.flatMap((paragraph, at) =>
    fitted.lines[at]!.map(({ start, end }) => {
      const line = paragraph.text.slice(start, end);
      // The first letter with a direction decides (UAX #9, P2).
      const isRightToLeft = rightToLeft.test(/\p{L}/u.exec(paragraph.text)?.[0] ?? '');
      return { text: line, ...measure(line), rightToLeft: isRightToLeft };
    }),
  );
  const inks = lines.map(({ ink }) => ink);
  const { size } = shrinkToInk(fitted, inks, box);
  const places = placeLines(lines, size, box, look.align);
  return lines.map((line, at) => {
    return { text: line.text, size, ...places[at]!, rightToLeft: line.rightToLeft };
  });
}

function paragraphOf(source: string, measure: Measure): MeasuredParagraph {
  const text = source.replaceAll('\t', ' ');
  const widthOf = (start: number, end: number) => measure(text.slice(start, end)).width;
  const words = () =>
    [...splitWords(text)].map(({ start, end, spaceEnd }) => {
      return { start, end, spaceEnd, width: widthOf(start, end), widthWithSpace: widthOf(start, spaceEnd) };
    });
  return { text, widthOf, words };
}

/** Returns true if a text fits into a box on one line without being reduced. */
export function fitsOnLine(
  text: string,
  box: { width: number; height: number },
  look: ValueLook,
  measure: Measure,
): boolean {
  const lines = printedLines(text, box, look, measure);
  return lines.length === 1 && lines[0]!.size === startSize(look, box.height);
}
