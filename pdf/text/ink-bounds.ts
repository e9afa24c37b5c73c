import type { Ink } from './fit-words.ts';
import { openFace } from './open-face.ts';
import type { ShapedLine } from './shape-line.ts';
import type { GlyphPart, GlyphShape } from './subset-truetype.ts';
import type { TrueType } from './truetype.ts';

/**
 * Returns the bounds of a line's ink. Handwriting letters extend far beyond their advance widths: a capital may
 * start to the left of its origin, and loops go below the line. A box of the widths alone would cut them off.
 */
export function inkBounds(line: ShapedLine): Ink {
  const ink = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
  for (const { font, glyphs } of line.runs) {
    const { outlines } = openFace(font);
    const scale = 1000 / outlines.unitsPerEm;
    for (const { shape, x, y } of glyphs) {
      for (const part of partsOf(shape)) widen(ink, outlines, part, scale, x, y);
    }
  }
  return ink.left > ink.right ? { left: 0, right: 0, bottom: 0, top: 0 } : ink;
}

function partsOf(shape: GlyphShape): readonly GlyphPart[] {
  return typeof shape === 'number' ? [{ id: shape, x: 0, y: 0 }] : shape.parts;
}

function widen(ink: Ink, outlines: TrueType, part: GlyphPart, scale: number, x: number, y: number): void {
  const outline = outlines.glyph(part.id);
  if (outline.length < 10) return; // a space
  // Header of a glyph: number of contours, then xMin, yMin, xMax, yMax (OpenType, table glyf).
  const view = new DataView(outline.buffer, outline.byteOffset, 10);
  ink.left = Math.min(ink.left, x + (view.getInt16(2) + part.x) * scale);
  ink.bottom = Math.min(ink.bottom, y + (view.getInt16(4) + part.y) * scale);
  ink.right = Math.max(ink.right, x + (view.getInt16(6) + part.x) * scale);
  ink.top = Math.max(ink.top, y + (view.getInt16(8) + part.y) * scale);
}
