import * as harfbuzz from 'harfbuzzjs';
import { describe, expect, test } from 'vitest';
import { openFace } from './open-face.ts';
import { subsetTrueType } from './subset-truetype.ts';

const open = (bytes: Uint8Array): harfbuzz.Font =>
  new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(bytes)));

describe('subsetTrueType', () => {
  test.each(['sans', 'serif', 'great-vibes', 'arabic', 'thai', 'chinese'] as const)(
    'keeps outlines and widths of %s, also of glyphs made of parts',
    (name) => {
      const face = openFace(name);
      const glyphs = [0, ...drawnGlyphs(face.outlines.glyphCount)];
      const subset = open(subsetTrueType(face.outlines, glyphs));
      for (const [place, id] of glyphs.entries()) {
        expect(subset.glyphToPath(place)).toBe(face.shaper.glyphToPath(id));
        expect(subset.glyphHAdvance(place)).toBe(face.shaper.glyphHAdvance(id));
      }
    },
  );

  test('holds a glyph twice when it is listed twice', () => {
    const face = openFace('sans');
    const id = face.shaper.nominalGlyph(0x41) ?? 0;
    const subset = open(subsetTrueType(face.outlines, [0, id, id]));
    expect(subset.glyphToPath(2)).toBe(subset.glyphToPath(1));
    expect(subset.glyphToPath(2)).not.toBe('');
  });

  test('makes one glyph of several, at their offsets', () => {
    const { outlines, shaper } = openFace('sans');
    const letter = shaper.nominalGlyph(0x65) ?? 0;
    const accent = shaper.nominalGlyph(0x301) ?? 0;
    const parts = [
      { id: letter, x: 0, y: 0 },
      { id: accent, x: 300, y: 50 },
    ];
    const made = { parts, advance: 700 };
    const subset = open(subsetTrueType(outlines, [0, made]));
    const one = { ...shaper.glyphExtents(letter) };
    const other = { ...shaper.glyphExtents(accent) };
    const whole = subset.glyphExtents(1);
    expect(whole?.yBearing).toBe((other.yBearing ?? 0) + 50);
    expect(whole?.xBearing).toBe(Math.min(one.xBearing ?? 0, (other.xBearing ?? 0) + 300));
    expect(subset.glyphToPath(1).startsWith(shaper.glyphToPath(letter))).toBe(true);
    expect(subset.glyphHAdvance(1)).toBe(700);
  });

  test('is small: what is not asked for is left behind', () => {
    const { outlines, shaper } = openFace('chinese');
    const glyphs = [0, ...[...'合同签署'].map((char) => shaper.nominalGlyph(char.codePointAt(0) ?? 0) ?? 0)];
    expect(subsetTrueType(outlines, glyphs).length).toBeLessThan(5000);
  });
});

/** Every so many glyphs, so that simple and composite ones of the whole font are among them. */
function drawnGlyphs(count: number): number[] {
  const step = Math.max(1, Math.floor(count / 150));
  return Array.from({ length: Math.floor((count - 1) / step) }, (_, index) => 1 + index * step);
}
