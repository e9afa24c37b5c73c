import type { PDFDocumentProxy } from 'pdfjs-dist';
import { isEngineFailure } from '../render/engine-failure.ts';
import type { PageGlyphs, PdfiumGlyph } from '../render/page-glyphs.ts';
import type { Rectangle } from '../render/page-letters.ts';
import { compareGlyphs, type Crop, type Placed } from './compare-glyphs.ts';
import { inTurns } from './in-turns.ts';
import { lettersOf, couldBeSameLetter, UNNAMED } from './letters.ts';
import { sameLines } from './moved-lines.ts';
import { loadPdfJs, openInPdfJs } from './pdfjs.ts';
import { boxOf, outlineIn, type Outline } from './outline.ts';
import type { PdfJsGlyph } from './place-letters.ts';
import { readGlyphs, type ReadGlyph } from './read-glyphs.ts';
import { describedTexts, findContradictedAlternates, misreadWords } from './readings.ts';
import { wordsIn } from './words.ts';

/**
 * A page (from 1) on which the engines differ, with the first words of the texts that only one of them shows or
 * shows at that position.
 */
export type Disagreement = { page: number; pdfjs: string; pdfium: string };

/** Words on a page (from 1) that are drawn one way and read another way. */
export type Misread = { page: number; words: string[] };

/**
 * Result of the comparison. `unreadable`: pdf.js cannot read a file or a page that PDFium shows. `unexamined`:
 * the first page (from 1) that was not compared for lack of time. `falseTexts`: texts that are read instead of
 * the drawn content and differ from it (ISO 32000-2, 14.9).
 */
export type EngineComparison =
  | { result: 'unreadable' }
  | { result: 'apart'; apart: Disagreement }
  | ComparedAlike;

export type ComparedAlike = {
  result: 'same';
  unexamined: number | undefined;
  misread: Misread[];
  falseTexts: string[];
};

/** Time limit in milliseconds for the whole file, and the minimum for each page. */
const TIMES = { enough: 6000, share: 500 };
/** Maximum differences between engines that agree, as fractions of a letter's size. */
const ALIKE = { size: 0.35, outline: 0.12, standIn: 0.4 };

/**
 * `embedded` contains the names of the embedded fonts. With `withAnnotations`, pdf.js also draws annotations and
 * passes the letters of each page (from 0) to the function. `enough` is the time limit for the whole file in
 * milliseconds.
 */
export type ComparisonOptions = {
  embedded?: ReadonlySet<string>;
  withAnnotations?: ((index: number, letters: readonly ReadGlyph[]) => void) | undefined;
  enough?: number;
};

/**
 * Time limit in milliseconds for files of which every page has to be compared. The engine stops a task that
 * takes longer than its own limit.
 */
export const PATIENT = 60_000;

/**
 * Compares which letters two independent engines draw, and where: pdf.js, which draws the signing page, and
 * PDFium. A crafted file can show one contract in pdf.js and another in PDFium. Stops at the first page on which
 * they differ. Slow pages are finished last. `glyphsIn` returns the letters of a page (from 0) in PDFium.
 */
export async function compareEngines(
  bytes: Uint8Array,
  glyphsIn: (index: number) => PageGlyphs,
  pages: readonly { crop: Crop }[],
  { embedded = new Set(), withAnnotations, enough = TIMES.enough }: ComparisonOptions = {},
): Promise<EngineComparison> {
  await loadPdfJs();
  const same = { result: 'same' as const, misread: [] as Misread[], falseTexts: [] as string[] };
  let file: PDFDocumentProxy | undefined;
  try {
    file = await openInPdfJs(bytes);
    const opened = file;
    const compare = (index: number): Promise<OnPage> =>
      comparePage(opened, glyphsIn, index, { crop: pages[index]!.crop, embedded, withAnnotations });
    const late: number[] = [];
    for await (const { index, result } of inTurns(pages.length, compare, { ...TIMES, enough })) {
      if (result === 'late') late.push(index + 1);
      else if (result.apart) return { result: 'apart', apart: result.apart };
      else {
        if (result.misread.length > 0) same.misread.push({ page: index + 1, words: result.misread });
        same.falseTexts.push(...result.falseTexts);
      }
    }
    same.misread.sort((one, other) => one.page - other.page);
    return { ...same, unexamined: late.length > 0 ? Math.min(...late) : undefined };
  } catch (error) {
    if (isEngineFailure(error)) throw error;
    return { result: 'unreadable' };
  } finally {
    await file?.loadingTask.destroy();
  }
}

type PageOptions = {
  crop: Crop;
  embedded: ReadonlySet<string>;
  withAnnotations: ((index: number, letters: readonly ReadGlyph[]) => void) | undefined;
};

type OnPage = { apart: Disagreement | undefined; misread: string[]; falseTexts: string[] };

async function comparePage(
  file: PDFDocumentProxy,
  glyphsIn: (index: number) => PageGlyphs,
  index: number,
  { crop, embedded, withAnnotations }: PageOptions,
): Promise<OnPage> {
  const page = await file.getPage(index + 1);
  const letters = await readGlyphs(page, withAnnotations !== undefined);
  withAnnotations?.(index, letters);
  const read = glyphsIn(index);
  const misread = [...misreadWords(letters), ...describedTexts(read)];
  const readings = { misread, falseTexts: findContradictedAlternates(read) };
  const outline = cached(
    (one: PdfJsGlyph) => `${one.font} ${one.drawn}`,
    (one) => outlineIn(page, one),
  );
  const first = letters.map((one) =>
    isBlank(one) && one.isPainted && outline(one) ? { ...one, sign: UNNAMED } : one,
  );
  const second = read.glyphs.map((one) =>
    isBlank(one) && isInk(one, letters) ? { ...one, sign: UNNAMED } : one,
  );
  const isSame = (one: PdfJsGlyph, other: PdfiumGlyph): boolean => {
    if (Math.abs(one.size - other.size) > Math.max(one.size, other.size) * ALIKE.size + 0.5) return false;
    const [drawn, { box }] = [outline(one), other];
    if (one.isComposed && other.isEmbedded) return isDrawn(other) && holds(one, drawn, other);
    if (drawn && box && other.isEmbedded) return sameShape(one, drawn, other, box);
    // pdf.js cannot read the font or the outline, and draws a substitute or nothing.
    if (other.isEmbedded && !drawn && !one.isType3 && isDrawn(other)) return false;
    // PDFium cannot read an embedded font and draws a substitute in another style at the same position.
    if (one.isFromFile && other.standIn !== undefined && embedded.has(other.standIn))
      return Boolean(
        drawn &&
        box &&
        couldBeSameLetter(one.sign, other.sign) &&
        sameShape(one, drawn, other, box, ALIKE.standIn),
      );
    // Neither engine draws a glyph that is missing in the font, but other programs search for it under other
    // names.
    if (other.isEmbedded && one.isSimple && !drawn && one.isPainted) return lettersOf(one.sign) === '';
    // Each engine has its own substitute for a font that is not embedded, so only the characters can be
    // compared.
    return couldBeSameLetter(one.sign, other.sign);
  };
  const differences = compareGlyphs(first, second, crop, isSame);
  const onlyFirst = differences.onlyFirst.filter((one) => !one.isFromFile || one.isSimple || outline(one));
  page.cleanup();
  const onlySecond = differences.onlySecond.filter(isDrawn);
  if (onlyFirst.length === 0 && onlySecond.length === 0) return { ...readings, apart: undefined };
  const isMoved = sameLines({ first, second, crop, isSame }, { onlyFirst, onlySecond });
  if (isMoved) return { ...readings, apart: undefined };
  const apart = { page: index + 1, pdfjs: wordsOf(first, onlyFirst), pdfium: wordsOf(second, onlySecond) };
  return { ...readings, apart };
}

const isBlank = ({ sign }: Placed): boolean => /^[\p{Z}\p{C}]*$/u.test(sign);

/** Maximum distance in points between equal positions, less than the distance between two letters. */
const SAME_PLACE = 1.5;

/**
 * Returns true if a letter that is read as a space has an outline in PDFium. A slanted space has a box as large
 * as a letter's, and PDFium does not report how a form scales its letters. Therefore the rotation is taken from
 * the letter of pdf.js at that position.
 */
function isInk(blank: PdfiumGlyph, letters: readonly PdfJsGlyph[]): boolean {
  if (!blank.isEmbedded || blank.box === undefined || !isDrawn(blank)) return false;
  const known = letters.find(({ x, y }) => Math.hypot(x - blank.x, y - blank.y) < SAME_PLACE);
  if (known === undefined) return true;
  if (known.isType3 || !known.isPainted) return false;
  const [a, b] = known.matrix;
  const isAslant = Math.min(Math.abs(a), Math.abs(b)) > Math.hypot(a, b) * 1e-3;
  return !isAslant && isDrawn({ ...blank, size: known.size });
}

/** PDFium reports a box of a thousandth of the height for a letter without an outline. */
const NO_OUTLINE = { size: 0.0012, points: 0.011 };

const isDrawn = ({ box, size }: PdfiumGlyph): boolean =>
  box === undefined ||
  Math.min(box[2] - box[0], box[3] - box[1]) > Math.max(size * NO_OUTLINE.size, NO_OUTLINE.points);

/** Caches results by a key of the argument. */
function cached<K, T, R>(keyOf: (one: T) => K, find: (one: T) => R): (one: T) => R {
  const known = new Map<K, R>();
  return (one) => {
    const key = keyOf(one);
    const earlier = known.get(key);
    if (earlier !== undefined || known.has(key)) return earlier as R;
    const result = find(one);
    known.set(key, result);
    return result;
  };
}

/**
 * Returns true if both letters fill the same box around their origins. A different letter of the font would fill
 * a different box. PDFium misplaces one side of the box of some composed letters. Three equal sides are
 * therefore enough if both engines name the same letter, and it is neither a digit nor in the alphabet used for
 * amounts and names.
 */
function sameShape(
  one: PdfJsGlyph,
  outline: NonNullable<Outline>,
  other: PdfiumGlyph,
  box: Rectangle,
  share = ALIKE.outline,
): boolean {
  const drawn = boxOf(one, outline);
  const most = one.size * share + 0.1;
  const sides = drawn.filter(
    (side, at) => Math.abs(side - (box[at]! - (at % 2 === 0 ? other.x : other.y))) <= most,
  );
  return sides.length === 4 || (sides.length === 3 && namesSame(one, other));
}

/** Returns true if the box of a composed letter contains its base letter. */
function holds(one: PdfJsGlyph, outline: Outline, { box, x, y }: PdfiumGlyph): boolean {
  if (!outline || !box) return true;
  const [left, bottom, right, top] = boxOf(one, outline);
  const most = one.size * ALIKE.outline + 0.1;
  const isWithin = left >= box[0] - x - most && bottom >= box[1] - y - most;
  return isWithin && right <= box[2] - x + most && top <= box[3] - y + most;
}

function namesSame({ sign: a }: PdfJsGlyph, { sign: b }: PdfiumGlyph): boolean {
  const isPart = a !== '' && b !== '' && (a.includes(b) || b.includes(a));
  return isPart && !/[\da-z\p{Sc}\p{Z}\p{C}%]/iu.test(a + b);
}

const MOST_LETTERS = 60;

/** Returns the words that contain these letters, in drawing order. */
function wordsOf<G extends Placed>(all: readonly G[], some: readonly G[]): string {
  const wanted = new Set(some);
  const words = wordsIn(all).filter((word) => word.some((glyph) => wanted.has(glyph)));
  const text = words.map((word) => word.map(({ sign }) => sign).join('')).join(' ');
  return [...text].slice(0, MOST_LETTERS).join('');
}
