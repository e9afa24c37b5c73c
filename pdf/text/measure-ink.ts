import { openFace } from './open-face.ts';
import type { ShapedLine } from './shape-line.ts';
import { viewOf } from './truetype.ts';

/**
 * The box around what a line really paints, in thousandths of the font size, from the left end of its
 * baseline. Swashes and stacked marks reach beyond the advance widths and the usual height of a line.
 */
export type Ink = { left: number; right: number; top: number; bottom: number };

/** The ink of a line; a point for a blank one. */
export function measureInk(line: ShapedLine): Ink {
  const ink: Ink = { left: Infinity, right: -Infinity, top: -Infinity, bottom: Infinity };
  for (const { font, glyphs } of line.runs) {
    const { outlines } = openFace(font);
    const scale = 1000 / outlines.unitsPerEm;
    for (const { shape, x, y } of glyphs) {
      const parts = typeof shape === 'number' ? [{ id: shape, x: 0, y: 0 }] : shape;
      for (const part of parts) {
        const outline = outlines.glyph(part.id);
        if (outline.length === 0) continue;
        const box = viewOf(outline);
        ink.left = Math.min(ink.left, x + (part.x + box.getInt16(2)) * scale);
        ink.bottom = Math.min(ink.bottom, y + (part.y + box.getInt16(4)) * scale);
        ink.right = Math.max(ink.right, x + (part.x + box.getInt16(6)) * scale);
        ink.top = Math.max(ink.top, y + (part.y + box.getInt16(8)) * scale);
      }
    }
  }
  return ink.left === Infinity ? { left: 0, right: 0, top: 0, bottom: 0 } : ink;
}
