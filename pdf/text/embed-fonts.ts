import { deflateSync } from 'node:zlib';
import { designOf, postScriptName } from '../fonts/faces.ts';
import type { FontName } from '../fonts/faces.ts';
import { dict, latin1Bytes, name, PdfString, stream } from '../objects/objects.ts';
import type { PdfObject, PdfRef, PdfDict } from '../objects/objects.ts';
import { openFace } from './open-face.ts';
import type { Face } from './open-face.ts';
import { advanceOf, subsetTrueType } from './subset-truetype.ts';
import type { GlyphShape } from './subset-truetype.ts';
import { writeToUnicode } from './to-unicode.ts';

/** Receives font objects. This is the part of a revision that embedding needs. */
export type ObjectSink = {
  allocate(): PdfRef;
  add(value: PdfObject): PdfRef;
  set(target: PdfRef, value: PdfObject): void;
};

/** The fonts of one file. Collects the glyphs that are drawn and then writes one subset per font. */
export type FontSet = {
  /** Returns the code (from 1) that draws a glyph and is extracted as `text`. */
  code(font: FontName, shape: GlyphShape, text: string): number;
  /** Returns the advance of a glyph in thousandths of the font size. */
  advance(font: FontName, shape: GlyphShape): number;
  /** Returns the font dictionary for a page's /Resources, which `finish` writes. */
  reference(font: FontName): PdfRef;
  /** Writes the fonts in use. Call this once, after the last `code`. */
  finish(): void;
};

export function startFontSet(sink: ObjectSink): FontSet {
  const used = new Map<FontName, UsedFont>();
  const open = (font: FontName): UsedFont => {
    let entry = used.get(font);
    if (entry === undefined) {
      entry = { face: openFace(font), target: sink.allocate(), codes: new Map(), shapes: [0], texts: [''] };
      used.set(font, entry);
    }
    return entry;
  };
  return {
    code(font, shape, text) {
      const { codes, shapes, texts } = open(font);
      // The same outline can represent different characters, which then have separate codes.
      const key = `${keyOf(shape)} ${text}`;
      let code = codes.get(key);
      if (code === undefined) {
        code = shapes.length;
        codes.set(key, code);
        shapes.push(shape);
        texts.push(text);
      }
      return code;
    },
    advance: (font, shape) => widthOf(openFace(font), shape),
    reference: (font) => open(font).target,
    finish() {
      for (const [font, entry] of used) writeFont(sink, font, entry);
    },
  };
}

type UsedFont = {
  face: Face;
  target: PdfRef;
  codes: Map<string, number>;
  /** For each code, from 0 (.notdef), the glyph it draws and the text it represents. */
  shapes: GlyphShape[];
  texts: string[];
};

const keyOf = (shape: GlyphShape): string =>
  typeof shape === 'number'
    ? String(shape)
    : `${shape.parts.map(({ id, x, y }) => `${id}@${x},${y}`).join('+')}=${shape.advance}`;

const widthOf = (face: Face, shape: GlyphShape): number => perMille(face, advanceOf(face.outlines, shape));

const perMille = (face: Face, units: number): number => Math.round((units * 1000) / face.outlines.unitsPerEm);

/**
 * Writes a Type 0 font with a CIDFontType2 subset whose glyph ids are the codes (ISO 32000-2, 9.7.4 and 9.9).
 */
function writeFont(sink: ObjectSink, font: FontName, { face, target, shapes, texts }: UsedFont): void {
  const subset = subsetTrueType(face.outlines, shapes);
  const baseFont = name(`${subsetTag(font, shapes)}+${postScriptName(font)}`);
  const file = sink.add(stream({ Filter: name('FlateDecode'), Length1: subset.length }, deflateSync(subset)));
  const descendant = dict({
    Type: name('Font'),
    Subtype: name('CIDFontType2'),
    BaseFont: baseFont,
    CIDSystemInfo: dict({
      Registry: new PdfString(latin1Bytes('Adobe')),
      Ordering: new PdfString(latin1Bytes('Identity')),
      Supplement: 0,
    }),
    DW: 1000,
    W: [0, shapes.map((shape) => widthOf(face, shape))],
    CIDToGIDMap: name('Identity'),
    FontDescriptor: sink.add(descriptor(font, face, baseFont, file)),
  });
  const toUnicode = writeToUnicode(texts);
  sink.set(
    target,
    dict({
      Type: name('Font'),
      Subtype: name('Type0'),
      BaseFont: baseFont,
      Encoding: name('Identity-H'),
      DescendantFonts: [sink.add(descendant)],
      ToUnicode: sink.add(stream({ Filter: name('FlateDecode') }, deflateSync(toUnicode))),
    }),
  );
}

/** Flags of ISO 32000-2, table 121. */
const SERIF = 2;
const SYMBOLIC = 4;
const SCRIPT = 8;
const ITALIC = 64;

function descriptor(font: FontName, face: Face, fontName: PdfObject, file: PdfRef): PdfDict {
  const { bounds, italicAngle, capHeight } = face.outlines;
  const { ascender, descender } = face.shaper.hExtents();
  const { serif, script, bold } = designOf(font);
  const flags = SYMBOLIC | (serif ? SERIF : 0) | (script ? SCRIPT : 0) | (italicAngle !== 0 ? ITALIC : 0);
  return dict({
    Type: name('FontDescriptor'),
    FontName: fontName,
    Flags: flags,
    FontBBox: bounds.map((value) => perMille(face, value)),
    ItalicAngle: italicAngle,
    Ascent: perMille(face, ascender),
    Descent: perMille(face, descender),
    CapHeight: perMille(face, capHeight),
    StemV: bold ? 120 : 80,
    FontFile2: file,
  });
}

/**
 * Returns six capitals that distinguish this subset from others of the same font (9.9.2). Equal subsets have the
 * same tag.
 */
function subsetTag(font: FontName, shapes: GlyphShape[]): string {
  let hash = font.length;
  for (const char of shapes.map(keyOf).join(' ')) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) >>> 0;
  let tag = '';
  for (let i = 0; i < 6; i++) {
    tag += String.fromCharCode(65 + (hash % 26));
    hash = Math.floor(hash / 26);
  }
  return tag;
}
