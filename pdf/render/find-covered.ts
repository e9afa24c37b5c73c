import type { PageImage, Renderer } from './pdfium.ts';
import { areaOf, areaOfBox, isIn, type AddedBox, type Area } from './placed-box.ts';

/** Pixels per point: enough to tell a letter of small print from the paper within it. */
const scale = 2;
/** So many letters may be struck by a stroke that goes across them. */
const forgiven = 3;
/** A letter is covered when so much of the paper around it is as dark as itself. */
const coveredShare = 0.65;
/** Less contrast than this (of 255) nobody reads on the page itself. */
const readable = 60;

type Size = { width: number; height: number };

/**
 * The first box whose drawing makes letters of the base unreadable; undefined when none does. Letters where two boxes
 * meet are not counted, so that what is found in a box does not depend on its neighbours.
 */
export function findCovered(
  boxes: readonly AddedBox[],
  size: Size,
  index: number,
  { before, after }: { before: Renderer; after: Renderer },
): number | undefined {
  const drawn = boxes.flatMap((box, number) => (box.ink ? [{ box, number }] : []));
  if (drawn.length === 0) return undefined;
  const letters = before.pageLetters(index).filter(({ sign }) => /[\p{L}\p{N}]/u.test(sign));
  for (const { box, number } of drawn) {
    const area = areaOfBox(box);
    const others = boxes.filter((_, other) => other !== number).map(areaOfBox);
    const under = letters.flatMap((letter) => {
      const own = areaOf(letter, box);
      return own && isIn(own, area) && !others.some((other) => isIn(own, other)) ? [own] : [];
    });
    if (under.length <= forgiven) continue;
    const part = { ...area, page: size };
    const [old, now] = [before.renderPart(index, scale, part), after.renderPart(index, scale, part)];
    const covered = under.filter((letter) => isCovered(letter, area, old, now));
    if (covered.length > forgiven) return number;
  }
  return undefined;
}

/** Whether what was paper between the strokes of a letter is now as dark as they are. */
function isCovered(letter: Area, part: Area, old: PageImage, now: PageImage): boolean {
  const pixels = pixelsOf(letter, part, old);
  const shades = pixels.map((at) => luminanceAt(old.rgba, at));
  const [darkest, brightest] = [Math.min(...shades), Math.max(...shades)];
  if (pixels.length === 0 || brightest - darkest < readable) return false;
  const middle = (darkest + brightest) / 2;
  const paper = pixels.filter((_, at) => shades[at]! > middle);
  const hidden = paper.filter((at) => luminanceAt(now.rgba, at) <= middle);
  return hidden.length > paper.length * coveredShare;
}

/** Places in the picture of a part, of the pixels that a letter takes up. */
function pixelsOf(letter: Area, part: Area, { width, height }: PageImage): number[] {
  const perPoint = width / (part.right - part.left);
  const column = (x: number): number => Math.min(width, Math.max(0, Math.round((x - part.left) * perPoint)));
  const row = (y: number): number => Math.min(height, Math.max(0, Math.round((y - part.top) * perPoint)));
  const places: number[] = [];
  for (let y = row(letter.top); y < row(letter.bottom); y += 1) {
    for (let x = column(letter.left); x < column(letter.right); x += 1) places.push((y * width + x) * 4);
  }
  return places;
}

export function luminanceAt(rgba: Uint8Array, at: number): number {
  return 0.299 * rgba[at]! + 0.587 * rgba[at + 1]! + 0.114 * rgba[at + 2]!;
}
