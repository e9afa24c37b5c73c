import type { PageImage, Renderer } from './pdfium.ts';
import { areaOf, areaOfBox, isIn, type AddedBox, type Area } from './placed-box.ts';

/** Pixels per point: enough to tell a letter of small print from the paper within it. */
const scale = 2;
/** So many letters one after the other may be struck by a stroke that goes along them. */
const forgiven = 3;
/** A pen that goes across a paragraph strikes single letters of it, but never so many of all. */
const mostStruck = 0.25;
/** A letter is struck when so much of the paper around it is as dark as itself, and gone when almost all of it is. */
const share = { struck: 0.65, gone: 0.8 };
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
    if (isUnreadable(under.map((letter) => hiddenShare(letter, area, old, now)))) return number;
  }
  return undefined;
}

/** A word is gone, or so many letters are struck that no pen that signs does it. */
function isUnreadable(hidden: readonly number[]): boolean {
  const struck = hidden.filter((part) => part > share.struck).length;
  if (struck > forgiven && struck > hidden.length * mostStruck) return true;
  let run = 0;
  for (const part of hidden) {
    run = part > share.gone ? run + 1 : 0;
    if (run > forgiven) return true;
  }
  return false;
}

/** How much of what was paper between the strokes of a letter is now as dark as they are, from 0 to 1. */
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
