import { openFace } from '#pdf/text/open-face.ts';
import { dict, name, ref, stream, type PdfDict, type PdfObject } from '#pdf/objects/objects.ts';
import { fontWithCmaps, identityGlyphMap, type CmapToMake } from './lying-fonts.ts';

export type FontToMake = {
  /** Character codes and their glyphs. Default: ASCII. */
  cmaps?: readonly CmapToMake[];
  flags?: number;
  /** Entries of the font. They override the generated ones. */
  entries?: Record<string, PdfObject | undefined>;
};

const { outlines } = openFace('serif');
const first = 32;
/** Offset from a font's object number to those of its parts. */
const PARTS = 4000;
const widths = Array.from({ length: 95 }, (_, at) =>
  Math.round((outlines.metrics(identityGlyphMap.get(first + at) ?? 0).advance * 1000) / outlines.unitsPerEm),
);

/** Returns the objects of a simple embedded font. The font itself has the object number `num`. */
export function ownFont(
  num: number,
  { cmaps, flags = 32, entries }: FontToMake = {},
): Record<number, PdfObject> {
  const file = fontWithCmaps(cmaps ?? [{ platform: 3, encoding: 1, map: identityGlyphMap }]);
  return {
    [num]: dict({
      Type: name('Font'),
      Subtype: name('TrueType'),
      BaseFont: name('ABCDEF+Own'),
      FirstChar: first,
      LastChar: 126,
      Widths: widths,
      Encoding: name('WinAnsiEncoding'),
      FontDescriptor: ref(num + PARTS),
      ...entries,
    }),
    [num + PARTS]: descriptorOf({ FontFile2: ref(num + PARTS + 1), Flags: flags }),
    [num + PARTS + 1]: stream({ Length1: file.length }, file),
  };
}

export const descriptorOf = (entries: Record<string, PdfObject>): PdfDict =>
  dict({
    Type: name('FontDescriptor'),
    FontName: name('ABCDEF+Own'),
    FontBBox: [0, -200, 1000, 900],
    Flags: 32,
    ItalicAngle: 0,
    Ascent: 900,
    Descent: -200,
    CapHeight: 700,
    StemV: 80,
    ...entries,
  });
