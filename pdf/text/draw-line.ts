import type { FontName } from '../fonts/faces.ts';
import type { FontSet } from './embed-fonts.ts';
import type { GlyphRun, ShapedLine } from './shape-line.ts';
import { hex } from './to-unicode.ts';

/** Position of a line in user space units: the left end of its baseline, and the font size. */
export type LinePlace = { x: number; y: number; size: number };

/**
 * Returns the operators that show a shaped line between BT and ET (ISO 32000-2, 9.4).
 *
 * @param keyOf returns the name of a font in the /Resources of the content
 */
export function drawLine(
  line: ShapedLine,
  fonts: FontSet,
  { x, y, size }: LinePlace,
  keyOf: (font: FontName) => string,
): string {
  let operators = '';
  for (const run of line.runs) {
    const first = run.glyphs[0];
    if (first === undefined) continue;
    const left = x + (first.x * size) / 1000;
    operators +=
      `/${keyOf(run.font)} ${decimal(size)} Tf 1 0 0 1 ${decimal(left)} ${decimal(y)} Tm\n` +
      showRun(run, fonts, size);
  }
  return operators;
}

/** Uses TJ with adjustments where shaping places a glyph differently from its width, and Ts for marks. */
function showRun({ font, glyphs }: GlyphRun, fonts: FontSet, size: number): string {
  let operators = '';
  let codes = '';
  let parts = '';
  let rise = 0;
  let pen = glyphs[0]?.x ?? 0;
  const show = (): void => {
    if (codes !== '') parts += `<${codes}>`;
    if (parts !== '') operators += `[${parts}] TJ\n`;
    codes = '';
    parts = '';
  };
  for (const glyph of glyphs) {
    const wantedRise = Math.round(glyph.y);
    if (wantedRise !== rise) {
      show();
      rise = wantedRise;
      operators += `${decimal((rise * size) / 1000)} Ts\n`;
    }
    const back = Math.round(pen - glyph.x);
    if (back !== 0) {
      parts += codes === '' ? `${back}` : `<${codes}>${back}`;
      codes = '';
      pen -= back;
    }
    codes += hex(fonts.code(font, glyph.shape, glyph.text));
    pen += fonts.advance(font, glyph.shape);
  }
  show();
  return rise === 0 ? operators : `${operators}0 Ts\n`;
}

/** Formats a number for a content stream. A thousandth of a point is finer than any screen or printer. */
export const decimal = (value: number): string => String(Math.round(value * 1000) / 1000 || 0);
