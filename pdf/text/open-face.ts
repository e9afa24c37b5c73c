import * as harfbuzz from 'harfbuzzjs';
import { readFont } from '../fonts/faces.ts';
import type { FontName } from '../fonts/faces.ts';
import { openTrueType } from './truetype.ts';
import type { TrueType } from './truetype.ts';

/** A font ready for shaping and embedding. */
export type Face = {
  readonly name: FontName;
  readonly outlines: TrueType;
  readonly shaper: harfbuzz.Font;
  has(codePoint: number): boolean;
};

const opened = new Map<FontName, Face>();

/** Opens a font on first use and caches it, because parsing it takes longer than all text of a document. */
export function openFace(name: FontName): Face {
  const known = opened.get(name);
  if (known !== undefined) return known;
  const bytes = readFont(name);
  const shaper = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(bytes)));
  const coverage = new Map<number, boolean>();
  const face: Face = {
    name,
    outlines: openTrueType(bytes),
    shaper,
    has(codePoint) {
      let covered = coverage.get(codePoint);
      if (covered === undefined) {
        covered = shaper.nominalGlyph(codePoint) !== undefined;
        coverage.set(codePoint, covered);
      }
      return covered;
    },
  };
  opened.set(name, face);
  return face;
}
