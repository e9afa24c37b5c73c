import * as harfbuzz from 'harfbuzzjs';
import { describe, expect, test } from 'vitest';
import { analyseParagraph } from './analyse-paragraph.ts';
import { inkBounds } from './ink-bounds.ts';
import { openFace } from './open-face.ts';
import { shapeLine } from './shape-line.ts';
import { subsetTrueType } from './subset-truetype.ts';

const open = (bytes: Uint8Array): harfbuzz.Font =>
  new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(bytes)));

describe('subsets of a TrueType font', () => {
  test.each(['sans', 'serif', 'great-vibes', 'arabic', 'thai', 'chinese'] as const)(
    'keeps outlines and widths of %s, also of composite glyphs',
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

  test('a subset contains a glyph twice if it is listed twice', () => {
    const face = openFace('sans');
    const id = face.shaper.nominalGlyph(0x41) ?? 0;
    const subset = open(subsetTrueType(face.outlines, [0, id, id]));
    expect(subset.glyphToPath(2)).toBe(subset.glyphToPath(1));
    expect(subset.glyphToPath(2)).not.toBe('');
  });

  test('a subset combines several glyphs at their offsets', () => {
    const { outlines, shaper } = openFace('sans');
    const letter = shaper.nominalGlyph(0x65) ?? 0;
    const accent = shaper.nominalGlyph(0x301) ?? 0;
    const parts = [
      { id: letter, x: 0, y: 0 },
      { id: accent, x: 300, y: 50 },
    ];
    const composite = { parts, advance: 700 };
    const subset = open(subsetTrueType(outlines, [0, composite]));
    const one = { ...shaper.glyphExtents(letter) };
    const other = { ...shaper.glyphExtents(accent) };
    const whole = subset.glyphExtents(1);
    expect(whole?.yBearing).toBe((other.yBearing ?? 0) + 50);
    expect(whole?.xBearing).toBe(Math.min(one.xBearing ?? 0, (other.xBearing ?? 0) + 300));
    expect(subset.glyphToPath(1).startsWith(shaper.glyphToPath(letter))).toBe(true);
    expect(subset.glyphHAdvance(1)).toBe(700);
  });

  test('a subset draws any number of joined characters at their measured positions', () => {
    const text = Array(20).fill('😀').join('\u200d');
    const [run] = shapeLine(analyseParagraph(text, 'sans')).runs;
    const { outlines, shaper } = openFace(run!.font);
    const subset = open(subsetTrueType(outlines, [0, ...run!.glyphs.map(({ shape }) => shape)]));
    const face = shaper.nominalGlyph(0x1f600) ?? 0;
    const own = startsOf(shaper.glyphToPath(face));
    const lefts = run!.glyphs.flatMap(({ x }, at) =>
      startsOf(subset.glyphToPath(at + 1))
        .filter((_, contour) => contour % own.length === 0)
        .map((start) => start - own[0]! + Math.round((x * outlines.unitsPerEm) / 1000)),
    );
    const wide = shaper.glyphHAdvance(face);
    expect(lefts).toEqual(Array.from({ length: 20 }, (_, at) => at * wide));
  });

  test('a subset keeps a stack of marks that exceeds the maximum glyph height', () => {
    const text = `a${'\u0301'.repeat(300)}`;
    const line = shapeLine(analyseParagraph(text, 'sans'));
    const { outlines } = openFace('sans');
    const glyphs = line.runs.flatMap((run) => run.glyphs);
    const subset = open(subsetTrueType(outlines, [0, ...glyphs.map(({ shape }) => shape)]));
    const tops = glyphs.map(({ y }, at) => {
      const { yBearing = 0 } = subset.glyphExtents(at + 1) ?? {};
      return yBearing + (y * outlines.unitsPerEm) / 1000;
    });
    expect(Math.max(...tops)).toBeGreaterThan(0x7fff);
    expect(Math.max(...tops)).toBeCloseTo((inkBounds(line).top * outlines.unitsPerEm) / 1000, 0);
  });

  test('a subset is small, because unused glyphs are removed', () => {
    const { outlines, shaper } = openFace('chinese');
    const glyphs = [0, ...[...'合同签署'].map((char) => shaper.nominalGlyph(char.codePointAt(0) ?? 0) ?? 0)];
    expect(subsetTrueType(outlines, glyphs).length).toBeLessThan(5000);
  });
});

/** Returns the start of each contour of a path, from left to right. */
const startsOf = (path: string): number[] => [...path.matchAll(/M(-?[\d.]+)/g)].map(([, x]) => Number(x));

/** Samples glyphs at regular intervals, so that simple and composite glyphs from the whole font are included. */
function drawnGlyphs(count: number): number[] {
  const step = Math.max(1, Math.floor(count / 150));
  return Array.from({ length: Math.floor((count - 1) / step) }, (_, index) => 1 + index * step);
}
