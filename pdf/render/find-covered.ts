import { withoutAnchors } from './find-places.ts';
import type { PageImage, Renderer } from './pdfium.ts';
import { areaOf, areaOfBox, isIn, margin, type AddedBox, type Area } from './placed-box.ts';
import { marksOf, scannedMarks } from './scan-marks.ts';

/** Pixels per point. This is enough to distinguish a small printed letter from the paper inside it. */
const scale = 2;
/** Maximum number of consecutive letters that a stroke along the line may cross. */
const forgiven = 3;
/** Maximum share of letters that a pen stroke across a paragraph may cross. */
const maxStruck = 0.25;
/**
 * Share of the paper around a letter that is as dark as the letter. From the first share on, the letter
 * counts as struck through, and from the second on as unreadable.
 */
const share = { struck: 0.65, gone: 0.8 };
/** Minimum contrast (of 255). Text with less contrast is already unreadable on the original page. */
const readable = 60;

type Size = { width: number; height: number };
type Looked = Pick<Renderer, 'pageLetters' | 'renderPart'>;

/**
 * Returns the first box whose drawing makes words of the base file unreadable, or undefined. Each drawing is
 * judged only by its own ink. Where a neighbor may have drawn, the original page is used, unless all boxes
 * belong to one person. The check of all boxes before sealing therefore never finds more than the check at
 * signing.
 *
 * Scanned words are checked only at signing, when the signer can still draw again. Checking them before sealing
 * would block documents that were signed before this check existed. Their drawings were on the page that later
 * signers agreed to, and the certificate names the recipient of each.
 */
export function findCovered(
  boxes: readonly AddedBox[],
  size: Size,
  index: number,
  { before, after, oneHand = false }: { before: Looked; after: Looked; oneHand?: boolean | undefined },
): number | undefined {
  const drawn = boxes.flatMap((box, number) => (box.ink ? [{ box, number }] : []));
  if (drawn.length === 0) return undefined;
  const letters = withoutAnchors(before.pageLetters(index)).filter(({ sign }) => /[\p{L}\p{N}]/u.test(sign));
  for (const { box, number } of drawn) {
    const area = areaOfBox(box);
    const part = { ...area, page: size };
    const under = letters.flatMap((letter) => {
      const own = areaOf(letter, box);
      return own && isIn(own, area) ? [own] : [];
    });
    const scanned = oneHand ? scannedLetters(before.renderPart(index, 1, part), area, under) : [];
    const checked = [under, scanned].filter(({ length }) => length > forgiven);
    if (checked.length === 0) continue;
    const [old, now] = [before.renderPart(index, scale, part), after.renderPart(index, scale, part)];
    const others = oneHand ? [] : boxes.filter((_, other) => other !== number).map(areaOfBox);
    const alone = withoutOthers(others, area, old, now);
    const hidden = (areas: readonly Area[]): number[] =>
      areas.map((letter) => hiddenShare(letter, area, old, alone));
    if (checked.some((areas) => isUnreadable(hidden(areas)))) return number;
  }
  return undefined;
}

/** Size in points, about that of a letter. */
const cell = { width: 6, height: 8 };
/** Minimum area, in square points, of marks in a cell that contains a letter. */
const minMarks = 3;

/**
 * Returns the parts of a box that may contain a scanned letter: cells with marks but without readable letters.
 * `shown` has one pixel per point.
 */
function scannedLetters(shown: PageImage, area: Area, letters: readonly Area[]): Area[] {
  const marks = scannedMarks(marksOf(shown), shown);
  const cells: Area[] = [];
  for (let top = area.top; top < area.bottom; top += cell.height) {
    for (let left = area.left; left < area.right; left += cell.width) {
      const one = { left, top, right: left + cell.width, bottom: top + cell.height };
      const own = pixelsOf(one, area, shown).filter((at) => marks[at / 4] === 1);
      if (own.length >= minMarks && !letters.some((letter) => overlap(letter, one))) cells.push(one);
    }
  }
  return cells;
}

const overlap = (a: Area, b: Area): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Returns the image of a part of the page, with its original content where another box may have drawn. */
function withoutOthers(others: readonly Area[], part: Area, old: PageImage, now: PageImage): PageImage {
  const rgba = now.rgba.slice();
  for (const { left, top, right, bottom } of others) {
    const reach = { left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin };
    for (const at of pixelsOf(reach, part, old)) rgba.set(old.rgba.subarray(at, at + 4), at);
  }
  return { ...now, rgba };
}

/** Returns true if a whole word is gone, or if more letters are struck than a signature could cross. */
function isUnreadable(hidden: readonly number[]): boolean {
  const struck = hidden.filter((part) => part > share.struck).length;
  if (struck > forgiven && struck > hidden.length * maxStruck) return true;
  let run = 0;
  for (const part of hidden) {
    run = part > share.gone ? run + 1 : 0;
    if (run > forgiven) return true;
  }
  return false;
}

/** Returns the share of the paper between a letter's strokes that is now as dark as the strokes, from 0 to 1. */
function hiddenShare(letter: Area, part: Area, old: PageImage, now: PageImage): number {
  const pixels = pixelsOf(letter, part, old);
  const shades = pixels.map((at) => luminanceAt(old.rgba, at));
  const [darkest, brightest] = [Math.min(...shades), Math.max(...shades)];
  if (pixels.length === 0 || brightest - darkest < readable) return 0;
  const middle = (darkest + brightest) / 2;
  const paper = pixels.filter((_, at) => shades[at]! > middle);
  const hidden = paper.filter((at) => luminanceAt(now.rgba, at) <= middle);
  return hidden.length / Math.max(1, paper.length);
}

/** Returns the pixel indexes of an area in the image of a part. */
function pixelsOf(area: Area, part: Area, { width, height }: PageImage): number[] {
  const perPoint = width / (part.right - part.left);
  const column = (x: number): number => Math.min(width, Math.max(0, Math.round((x - part.left) * perPoint)));
  const row = (y: number): number => Math.min(height, Math.max(0, Math.round((y - part.top) * perPoint)));
  const places: number[] = [];
  for (let y = row(area.top); y < row(area.bottom); y += 1) {
    for (let x = column(area.left); x < column(area.right); x += 1) places.push((y * width + x) * 4);
  }
  return places;
}

export function luminanceAt(rgba: Uint8Array, at: number): number {
  return 0.299 * rgba[at]! + 0.587 * rgba[at + 1]! + 0.114 * rgba[at + 2]!;
}
