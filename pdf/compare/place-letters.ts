import { apply, multiply, type Matrix } from './matrix.ts';
import { glyphSign } from './own-sign.ts';
import type { TextState } from './text-state.ts';

/**
 * A letter drawn by pdf.js: its origin in the page's user space, its font height there, and the rotation and
 * scale of its outline. `font` and `drawn` identify that outline (outline.ts). `font` is empty if the file has
 * none. `own` is the character according to the glyph name, if the name identifies one.
 *
 * - `isFromFile`: the font is embedded, so that without an outline nothing is drawn.
 * - `isSimple`: the font names its glyphs.
 * - `isType3`: its glyphs are content streams, which have no outline.
 * - `isPainted`: its text leaves a mark.
 * - `isComposed`: it consists of this outline and that of an accent.
 */
export type PdfJsGlyph = {
  sign: string;
  own: string | undefined;
  x: number;
  y: number;
  size: number;
  font: string;
  drawn: string;
  matrix: Matrix;
  isFromFile: boolean;
  isSimple: boolean;
  isType3: boolean;
  isPainted: boolean;
  isComposed: boolean;
};

/** A letter that pdf.js passes to its canvas. A number in place of a letter moves the next letter. */
export type Drawn = {
  unicode: string;
  fontChar: string;
  originalCharCode: number;
  accent?: unknown;
  isInFont: boolean;
  width: number;
  isSpace: boolean;
  vmetric?: readonly [number, number, number] | null;
};

/** Default metrics of vertical text (ISO 32000-2, 9.7.4.3). */
const VERTICAL = [-1000, 500, 880] as const;

/**
 * Returns the positions of the letters in a text, using the rules of the pdf.js canvas (`showText`), and moves
 * the text position past them.
 */
export function placeLetters(
  state: TextState,
  text: readonly (Drawn | number | null)[],
  add: (glyph: PdfJsGlyph) => void,
): TextState {
  const { font, size, direction } = state;
  if (size === 0) return state;
  const across = state.scale * direction;
  const unit = size * (font.fontMatrix?.[0] ?? 0.001);
  const base = multiply(multiply(state.ctm, state.text), [1, 0, 0, 1, state.x, state.y + state.rise]);
  // The y axis of the canvas points down, so the second axis is inverted for a font of positive size.
  const place = multiply(base, [across, 0, 0, font.isType3Font ? direction : -direction, 0, 0]);
  const glyphOf = glyphMaker(state, base);
  let x = 0;
  for (const one of text) {
    if (one === null) continue;
    if (typeof one === 'number') {
      x += ((font.vertical ? one : -one) * size) / 1000;
      continue;
    }
    const spacing = (one.isSpace ? state.wordSpacing : 0) + state.charSpacing;
    if (font.vertical) {
      const metric = one.vmetric ?? font.defaultVMetrics ?? VERTICAL;
      const left = one.vmetric ? metric[1] : one.width * 0.5;
      add(glyphOf(one, apply(place, -left * unit, x + metric[2] * unit)));
      x += -metric[0] * unit - spacing * direction;
    } else {
      add(glyphOf(one, apply(place, x, 0)));
      x += one.width * unit + (font.isType3Font ? spacing : spacing * direction);
    }
  }
  return font.vertical ? { ...state, y: state.y - x } : { ...state, x: state.x + x * across };
}

/** Text rendering modes that paint nothing (ISO 32000-2, table 104). */
const UNPAINTED = [3, 7];

function glyphMaker(
  { font, size, direction, scale, mode }: TextState,
  base: Matrix,
): (one: Drawn, at: { x: number; y: number }) => PdfJsGlyph {
  const name = font.missingFile || font.isType3Font ? '' : (font.loadedName ?? '');
  const height = size * Math.hypot(base[2], base[3]);
  const [a, b, c, d] = multiply(base, [scale * direction * size, 0, 0, direction * size, 0, 0]);
  const matrix: Matrix = [a, b, c, d, 0, 0];
  return (one, { x, y }) => ({
    sign: one.unicode,
    x,
    y,
    size: height,
    drawn: one.fontChar,
    matrix,
    own: glyphSign(font, one.originalCharCode),
    font: one.isInFont ? name : '',
    isFromFile: name !== '',
    isSimple: name !== '' && !font.composite,
    isType3: font.isType3Font === true,
    isPainted: !UNPAINTED.includes(mode),
    isComposed: Boolean(one.accent),
  });
}
