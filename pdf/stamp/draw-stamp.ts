import { isHandwriting } from '../fonts/faces.ts';
import type { FaceName, HanFace } from '../fonts/faces.ts';
import type { PackedInk } from '../image/packed-ink.ts';
import type { PackedPicture } from '../image/packed-picture.ts';
import { fitText } from '../text/fit-text.ts';
import type { FittedText, TextBox } from '../text/fit-text.ts';
import { LEADING, PADDING, placeLines } from '../text/fit-words.ts';
import { inkBounds } from '../text/ink-bounds.ts';
import type { Canvas, Color, Matrix } from './canvas.ts';
import { containIn } from './contain-in.ts';
import { bandHeight, drawMark } from './draw-mark.ts';
import type { EmbeddedImage, ImageSet } from './embed-image.ts';

/** An item drawn into a box on a page. */
export type Stamp = {
  /** Page number from 0. */
  page: number;
  /**
   * Maps box coordinates to the page's user space. Box coordinates are displayed points from the bottom left
   * corner of the box as seen by a reader, with y up.
   */
  matrix: Matrix;
  /** Size in points as displayed. */
  width: number;
  height: number;
  /** Alternative text for screen readers. */
  alt?: string;
  /** Reference to the row with details on the appended pages. */
  reference?: StampReference;
} & (TextStamp | ImageStamp | PictureStamp | CheckStamp | StrikeStamp | MarkStamp);

/** `text` is printed. `words` describes the link to screen readers. */
export type StampReference = { name: string; text: string; words: string };

export type TextStamp = {
  kind: 'text';
  text: string;
  face?: FaceName;
  /** Font size in points, reduced if the text does not fit. */
  size?: number;
  /** `left` means the start side, so a right-to-left line is right-aligned. */
  align?: 'left' | 'center' | 'right';
  color?: Color;
  /** True to draw like ink over the page, so that even a bright color makes nothing lighter. */
  blended?: boolean;
  /** Shorter alternatives, longest first. The first one that fits is drawn, or none. */
  shorter?: readonly string[];
  /** Typeface for Han text whose language is unclear. */
  han?: HanFace;
};

/** Ink that is drawn as large as the box allows with its aspect ratio. */
export type ImageStamp = { kind: 'image'; ink: PackedInk };

/**
 * A picture that is drawn as large as the box allows with its aspect ratio. It is drawn like ink, so white
 * changes nothing.
 */
export type PictureStamp = { kind: 'picture'; picture: PackedPicture };

/** A box with a check mark. With `round`, a ring with a dot, like a radio button. */
export type CheckStamp = { kind: 'check'; checked: boolean; round?: boolean };

/** A line through the middle of the box that crosses out the words below it. */
export type StrikeStamp = { kind: 'strike' };

/** Marks a whole page as a test, with this text along its edges. */
export type MarkStamp = { kind: 'mark'; words: string };

/** Blue-black pen ink: `PEN` as fractions of 1. */
export const INK: Color = [0.06, 0.08, 0.2];

/** Draws one stamp. It has no background, so that the content below remains readable (P-13). */
export function drawStamp(canvas: Canvas, stamp: Stamp, images: ImageSet): void {
  canvas.within(stamp.matrix, () => {
    if (stamp.kind === 'text') drawText(canvas, stamp);
    else if (stamp.kind === 'image') drawImage(canvas, stamp, images.embed(stamp.ink));
    else if (stamp.kind === 'picture') drawImage(canvas, stamp, images.embed(stamp.picture));
    else if (stamp.kind === 'mark') drawTestMark(canvas, stamp);
    else if (stamp.kind === 'strike') drawStrike(canvas, stamp);
    else drawCheck(canvas, stamp);
    if (stamp.reference) drawReference(canvas, stamp, stamp.reference);
  });
}

/**
 * Returns the position (points) of a reference in the lower corner of its box, after the start of a handwritten
 * signature.
 */
export function placeOfReference({ width, height }: Pick<Stamp, 'width' | 'height'>): {
  x: number;
  width: number;
  height: number;
} {
  const room = { width: Math.min(14, width), height: Math.min(7, height) };
  return { ...room, x: width - room.width };
}

function drawReference(canvas: Canvas, stamp: Stamp, { text }: StampReference): void {
  const { x, width, height } = placeOfReference(stamp);
  const fitted = fitText(text, { width, height, size: Math.min(5, height / LEADING) });
  for (const { shaped } of fitted.lines.slice(0, 1)) {
    const free = Math.max(0, width - (shaped.width * fitted.size) / 1000 - 1);
    canvas.text(shaped, { x: x + free, y: fitted.size * 0.35, size: fitted.size }, INK);
  }
}

function drawText(canvas: Canvas, stamp: Stamp & TextStamp): void {
  const fitted = stamp.shorter ? fitFirst([stamp.text, ...stamp.shorter], stamp) : fitText(stamp.text, stamp);
  if (!fitted) return;
  const draw = stamp.face !== undefined && isHandwriting(stamp.face) ? drawHand : drawPrint;
  if (stamp.blended) canvas.blended(() => draw(canvas, stamp, fitted));
  else draw(canvas, stamp, fitted);
}

function fitFirst(texts: readonly string[], box: TextBox): FittedText | undefined {
  return texts
    .map((text) => fitText(text, box))
    .find(({ fits, lines, unshapeable }) => fits && lines.length === 1 && unshapeable.length === 0);
}

/** Positions handwriting by its ink, which is left-aligned and vertically centered in the box. */
function drawHand(canvas: Canvas, stamp: Stamp & TextStamp, { lines, size }: FittedText): void {
  const em = size / 1000;
  const inks = lines.map(({ shaped }) => inkBounds(shaped));
  const [top, bottom] = [(inks[0]?.top ?? 0) * em, (inks.at(-1)?.bottom ?? 0) * em];
  const between = (lines.length - 1) * size * LEADING;
  const first = stamp.height / 2 - (top + bottom - between) / 2;
  lines.forEach(({ shaped, rightToLeft }, index) => {
    const { left = 0, right = 0 } = inks[index] ?? {};
    const start = rightToLeft ? stamp.width - PADDING - right * em : PADDING - left * em;
    const x = stamp.align === 'center' ? (stamp.width - (left + right) * em) / 2 : start;
    canvas.text(shaped, { x, y: first - index * size * LEADING, size }, stamp.color ?? INK);
  });
}

function drawPrint(canvas: Canvas, stamp: Stamp & TextStamp, { lines, size }: FittedText): void {
  const measured = lines.map(({ shaped, rightToLeft }) => {
    return { width: shaped.width, ink: inkBounds(shaped), rightToLeft };
  });
  for (const [index, place] of placeLines(measured, size, stamp, stamp.align).entries())
    canvas.text(lines[index]!.shaped, { ...place, size }, stamp.color ?? INK);
}

const RED: Color = [0.65, 0, 0];

function drawTestMark(canvas: Canvas, { width, height, words, ...stamp }: Stamp & MarkStamp): void {
  const band = bandHeight(height);
  const line = {
    ...stamp,
    kind: 'text',
    text: words,
    align: 'center',
    color: RED,
    size: band * 0.6,
  } as const;
  drawMark(canvas, width, height, (bottom) =>
    canvas.within([1, 0, 0, 1, 0, bottom], () => drawText(canvas, { ...line, width, height: band })),
  );
}

function drawImage(canvas: Canvas, stamp: Stamp, image: EmbeddedImage): void {
  const { width, height } = containIn(image, stamp.width, stamp.height);
  canvas.image(image, (stamp.width - width) / 2, (stamp.height - height) / 2, width, height);
}

function drawStrike(canvas: Canvas, { width, height }: Stamp): void {
  const thickness = Math.max(0.6, Math.min(1.5, height / 12));
  canvas.bar(0, (height - thickness) / 2, width, thickness, [0, 0, 0]);
}

function drawCheck(canvas: Canvas, stamp: Stamp & CheckStamp): void {
  const line = Math.min(1, stamp.width / 12, stamp.height / 12);
  const side = Math.min(stamp.width, stamp.height) - line;
  const left = (stamp.width - side) / 2;
  const bottom = (stamp.height - side) / 2;
  const at = (x: number, y: number): [number, number] => [left + x * side, bottom + y * side];
  if (stamp.round) {
    canvas.path(ring(at, 0.5), line, INK, true);
    if (stamp.checked) canvas.path(ring(at, 0.14), side * 0.28, INK, true);
    return;
  }
  canvas.path([at(0, 0), at(1, 0), at(1, 1), at(0, 1)], line, INK, true);
  if (stamp.checked) canvas.path([at(0.22, 0.52), at(0.43, 0.28), at(0.8, 0.76)], side / 8, INK);
}

/** Approximates a circle with a polygon. At the size of a button, no difference is visible. */
function ring(at: (x: number, y: number) => [number, number], radius: number): [number, number][] {
  return Array.from({ length: 32 }, (_, step) => {
    const angle = (step / 32) * 2 * Math.PI;
    return at(0.5 + radius * Math.cos(angle), 0.5 + radius * Math.sin(angle));
  });
}
